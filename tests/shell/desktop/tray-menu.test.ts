import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import type { Connection } from '../../../electron/contract/connection.ts';
import { trayTemplate, type TrayActions } from '../../../electron/shell/desktop/tray-menu.ts';
import { readyConnection, tunnelIn } from '../../renderer/connection/ready-connection.ts';

const done: string[] = [];
const actions: TrayActions = {
  show: () => void done.push('show'),
  setMode: (mode) => void done.push(mode),
  copyAddress: (address) => void done.push(address),
  reconnect: () => void done.push('reconnect'),
  quit: () => void done.push('quit'),
};
const menu = (connection: Connection) => trayTemplate(connection, { kind: 'listening', port: 7333 }, actions, 0);
const click = (items: MenuItemConstructorOptions[], label: string): void =>
  (items.find((item) => item.label === label)?.click as (() => void) | undefined)?.();

test('the tray tells the state in words, switches the way and copies the address', () => {
  const items = menu(readyConnection({ tunnel: tunnelIn({ kind: 'ready', since: 0 }) }));
  expect(items[0]?.label).toBe('Institute · Proxy · token ends …f3a2');
  expect(items.find(({ label }) => label === 'Proxy')?.checked).toBe(true);
  for (const label of ['Direct', 'Copy http://127.0.0.1:7333/v1', 'Reconnect the tunnel', 'Show Causeway', 'Quit']) click(items, label);
  expect(done).toEqual(['direct', 'http://127.0.0.1:7333/v1', 'reconnect', 'show', 'quit']);
});

test('what can’t be done now is not offered', () => {
  const items = trayTemplate({ state: 'starting' }, { kind: 'off' }, actions, 0);
  expect(items.filter(({ label, enabled }) => label !== undefined && enabled === false).map(({ label }) => label)).toEqual([
    'Starting…',
    'Proxy',
    'Direct',
    'Local address is off',
  ]);
  expect(items.some(({ label }) => label === 'Reconnect the tunnel')).toBe(false);
});

test('the way can be switched where the other one could not be opened', () => {
  const { profile, mode } = readyConnection({});
  const failure = { code: 'ca-file', message: 'The certificate file is gone.', remedy: 'Choose another.' } as const;
  const items = menu({ state: 'failed', chosen: { profile, mode }, failure });
  expect(items[0]?.label).toBe('The certificate file is gone.');
  expect(items.filter(({ type }) => type === 'radio').map(({ label, checked, enabled }) => [label, checked, enabled])).toEqual([
    ['Proxy', true, true],
    ['Direct', false, true],
  ]);
});
