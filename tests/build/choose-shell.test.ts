import { describe, expect, test } from 'vitest';
import { chooseShell, displayTrouble, hasDisplay } from '../../build/set-up/choose-shell.mjs';

type Environment = Readonly<Record<string, string>>;

const withDisplay: readonly (readonly [NodeJS.Platform, Environment])[] = [
  ['linux', { DISPLAY: ':0' }],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }],
  ['linux', { DISPLAY: '', WAYLAND_DISPLAY: 'wayland-0' }],
  ['linux', { DISPLAY: 'localhost:10.0', SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }],
  ['darwin', {}],
  ['win32', {}],
];
const withoutDisplay: readonly (readonly [NodeJS.Platform, Environment])[] = [
  ['linux', {}],
  ['linux', { DISPLAY: '' }],
  ['linux', { DISPLAY: '', WAYLAND_DISPLAY: '' }],
  ['darwin', { SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22', DISPLAY: ':0' }],
  ['win32', { SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }],
];

test.each(withDisplay)('finds a display on %s with %o', (platform, env) => {
  expect(hasDisplay(platform, env)).toBe(true);
  expect(chooseShell({ platform, env, args: [] }).shell).toBe('electron');
});

test.each(withoutDisplay)('finds no display on %s with %o', (platform, env) => {
  expect(hasDisplay(platform, env)).toBe(false);
  expect(chooseShell({ platform, env, args: [] })).toEqual({ shell: 'browser', reason: 'there is no display here' });
});

// catches suites that fail because xvfb-run is missing, instead of being left out
test('reports a Linux with neither a display nor a virtual one', () => {
  const headless = { platform: 'linux', env: {}, hasVirtualDisplay: () => false } as const;
  expect(displayTrouble(headless)?.reason).toBe('there is neither a display nor xvfb-run here');
  expect(displayTrouble({ ...headless, hasVirtualDisplay: () => true })).toBeUndefined();
  expect(displayTrouble({ ...headless, env: { DISPLAY: ':0' } })).toBeUndefined();
  expect(displayTrouble({ ...headless, platform: 'darwin' })).toBeUndefined();
});

describe('with a display', () => {
  const display = { platform: 'linux', env: { DISPLAY: ':0' } } as const;

  test('chooses a browser if it is requested', () =>
    expect(chooseShell({ ...display, args: ['--no-open', '--browser'] })).toEqual({ shell: 'browser', reason: '--browser asks for it' }));

  test('chooses a browser if Electron isn’t available, with the reason', () =>
    expect(chooseShell({ ...display, args: [], electronTrouble: 'it is missing' })).toEqual({ shell: 'browser', reason: 'it is missing' }));
});
