import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { describeConnectionProblem } from '../../../electron/presentation/connection-path.ts';
import { describeConnection } from '../../../electron/presentation/connection-text.ts';
import type { Connection, ReadyConnection, TunnelPhase } from '../../../electron/contract/connection.ts';
import { trayTemplate, trayLabel, type TrayActions } from '../../../electron/shell/desktop/tray-menu.ts';
import { shellText } from '../../../electron/shell/text.ts';
import { readyConnection, tunnelIn } from '../../renderer/connection/ready-connection.ts';

const text = shellText.tray;
const done: string[] = [];
const actions: TrayActions = {
  show: () => void done.push('show'),
  setMode: (mode) => void done.push(mode),
  copyAddress: (address) => void done.push(address),
  reconnect: () => void done.push('reconnect'),
  quit: () => void done.push('quit'),
};
const menu = (connection: Connection) => trayTemplate(connection, { kind: 'listening', port: 7333 }, actions);
const click = (items: MenuItemConstructorOptions[], label: string): void =>
  (items.find((item) => item.label === label)?.click as (() => void) | undefined)?.();

test('shows the state, switches the mode and copies the address', () => {
  const connection = readyConnection({ tunnel: tunnelIn({ kind: 'ready', since: 0 }) });
  const items = menu(connection);
  expect(items[0]?.label).toBe(`Institute · ${text.modes.proxy} · ${describeConnection(connection, null)}`);
  expect(items.find(({ label }) => label === text.modes.proxy)?.checked).toBe(true);
  for (const label of [text.modes.direct, text.copy('http://127.0.0.1:7333/v1'), text.reconnect, text.show, text.quit]) click(items, label);
  expect(done).toEqual(['direct', 'http://127.0.0.1:7333/v1', 'reconnect', 'show', 'quit']);
});

test('disables what isn’t possible', () => {
  const items = trayTemplate({ state: 'starting' }, { kind: 'off' }, actions);
  expect(items.filter(({ label, enabled }) => label !== undefined && enabled === false).map(({ label }) => label)).toEqual([
    text.starting,
    text.modes.proxy,
    text.modes.direct,
    text.localApiOff,
  ]);
  expect(items.some(({ label }) => label === text.reconnect)).toBe(false);
});

test('switches the mode when the other one has failed', () => {
  const { profile, mode } = readyConnection({});
  const failure = {
    code: 'ca-file',
    reason: 'recorded',
    params: { message: 'The certificate file is gone.', remedy: 'Choose another.' },
  } as const;
  const items = menu({ state: 'failed', chosen: { profile, mode }, failure });
  expect(items[0]?.label).toBe('The certificate file is gone.');
  expect(items.filter(({ type }) => type === 'radio').map(({ label, checked, enabled }) => [label, checked, enabled])).toEqual([
    ['Proxy', true, true],
    ['Direct', false, true],
  ]);
});

const refused = {
  code: 'connection-refused',
  reason: 'recorded',
  params: { message: 'chat.example.org refused the connection.', remedy: 'Check it.' },
} as const;
const through = (state: TunnelPhase): Partial<ReadyConnection> => ({
  mode: 'direct',
  direct: { wanted: 'auto', now: 'tunnel', why: '' },
  tunnel: tunnelIn(state, 38),
});

// catches a tray that reports no problem when the window does, and one that shows a countdown that it doesn't update
test.each<[string, 'state' | 'problem', Partial<ReadyConnection>]>([
  ['Proxy', 'state', {}],
  ['Proxy', 'problem', { token: { state: 'not-set' } }],
  ['Proxy', 'problem', { lists: [{ mode: 'proxy', segment: null, ms: 1, failure: refused }] }],
  ['Direct', 'state', through({ kind: 'ready', since: 0 })],
  ['Direct', 'state', through({ kind: 'waiting-for-user', question: { kind: 'password', hop: 'lab', login: 'mara', isAgain: false } })],
  ['Direct', 'problem', through({ kind: 'waiting-to-retry', until: 4000, failure: refused })],
  ['Direct', 'problem', through({ kind: 'failed', failure: refused })],
  ['Direct', 'state', through({ kind: 'stopped' })],
])('%s, with the window’s text of a %s', (mode, state, change) => {
  const connection = readyConnection(change);
  const problem = describeConnectionProblem(connection, null);
  expect(problem === null || problem === undefined).toBe(state === 'state');
  const shown = problem ?? describeConnection(connection, null);
  expect(shown).not.toMatch(/\d s\b/);
  expect(trayLabel(connection)).toBe(`Institute · ${mode} · ${shown}`);
});

// catches an imported name that loses its ampersand, hides what follows, or makes the menu as wide as the screen
test('shows names escaped and shortened', () => {
  const named = (name: string) => menu(readyConnection({ profile: { id: 'x', name, isDemo: false } }))[0]?.label;
  expect(named('R & D')).toMatch(/^R && D · Proxy · /);
  expect(named('a\u202eb')).toContain(String.raw`a\u{202e}b`);
  expect(named('x'.repeat(300))?.length).toBeLessThanOrEqual(110);
});
