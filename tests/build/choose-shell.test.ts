import { describe, expect, test } from 'vitest';
import { chooseShell, hasDisplay } from '../../build/set-up/choose-shell.mjs';

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

test.each(withDisplay)('somebody sees a window on %s with %o', (platform, env) => {
  expect(hasDisplay(platform, env)).toBe(true);
  expect(chooseShell({ platform, env, words: [] }).shell).toBe('electron');
});

test.each(withoutDisplay)('nobody sees a window on %s with %o', (platform, env) => {
  expect(hasDisplay(platform, env)).toBe(false);
  expect(chooseShell({ platform, env, words: [] })).toEqual({ shell: 'browser', reason: 'there is no display here' });
});

describe('with a display', () => {
  const display = { platform: 'linux', env: { DISPLAY: ':0' } } as const;

  test('a browser is chosen where it is asked for', () => {
    expect(chooseShell({ ...display, words: ['--no-open', '--browser'] })).toEqual({ shell: 'browser', reason: '--browser asks for it' });
  });

  test('a browser is chosen where Electron is not to be had, with the reason', () => {
    expect(chooseShell({ ...display, words: [], electronTrouble: 'it is missing' })).toEqual({ shell: 'browser', reason: 'it is missing' });
  });
});
