import { describe, expect, test } from 'vitest';
import type { Connection, ModelListStatus, ReadyConnection, TunnelPhase } from '../../../electron/contract/connection.ts';
import { showsWindowOnClick, trayImageName, trayBadge, type TrayBadge } from '../../../electron/shell/desktop/tray-badge.ts';
import { readyConnection, tunnelIn } from '../../renderer/connection/ready-connection.ts';
import { recordedFailure } from '../../support/recorded-failure.ts';

const refused = recordedFailure('connection-refused', 'chat.example.org refused the connection.', 'Check it.');
const list = (mode: ModelListStatus['mode'], segment: string | null, failure: ModelListStatus['failure']): ModelListStatus => ({
  mode,
  segment,
  ms: 1,
  failure,
});

// catches a normal icon while nothing works, and a warning while the user has nothing to do
describe('badge of the connection', () => {
  const { profile, mode } = readyConnection();
  test.each<[TrayBadge, string, Connection]>([
    ['under-way', 'starting', { state: 'starting' }],
    ['attention', 'failed', { state: 'failed', chosen: { profile, mode }, failure: refused }],
    ['attention', 'nothing chosen', { state: 'failed', chosen: null, failure: refused }],
    ['plain', 'ready', readyConnection()],
  ])('%s: %s', (sign, _name, connection) => expect(trayBadge(connection)).toBe(sign));
});

describe('badge of the proxy', () => {
  const unreadable = recordedFailure('keychain-locked', 'The keychain is locked.', 'Unlock it.');
  const noToken = { token: { state: 'not-set' } } as const;
  test.each<[TrayBadge, string, Partial<ReadyConnection>]>([
    ['plain', 'it answers', { lists: [list('proxy', null, null)] }],
    ['plain', 'it is asked again', { lists: [list('proxy', null, null)], isRefreshing: true }],
    ['attention', 'it does not answer', { lists: [list('proxy', null, refused)] }],
    ['attention', 'it does not answer and is asked again', { lists: [list('proxy', null, refused)], isRefreshing: true }],
    ['attention', 'no token', noToken],
    ['plain', 'the demo needs none', { ...noToken, profile: { id: 'demo', name: 'Demo', isDemo: true } }],
    ['attention', 'a token that can’t be read', { token: { state: 'unreadable', failure: unreadable } }],
    ['plain', 'the tunnel is not used', { tunnel: tunnelIn({ kind: 'failed', failure: refused }) }],
    ['plain', 'the engines are not used', { lists: [list('direct', 'scout', refused)] }],
  ])('%s: %s', (sign, _name, change) => expect(trayBadge(readyConnection(change))).toBe(sign));
});

describe('badge of the active tunnel', () => {
  const states: { readonly [Kind in TunnelPhase['kind']]: readonly [TrayBadge, Extract<TunnelPhase, { kind: Kind }>] } = {
    idle: ['plain', { kind: 'idle' }],
    connecting: ['under-way', { kind: 'connecting', hop: 'lab', identity: null }],
    'waiting-for-user': [
      'attention',
      { kind: 'waiting-for-user', question: { kind: 'password', hop: 'lab', login: 'mara', isAgain: false } },
    ],
    ready: ['plain', { kind: 'ready', since: 0 }],
    suspect: ['under-way', { kind: 'suspect', cause: 'no answer' }],
    'waiting-to-retry': ['under-way', { kind: 'waiting-to-retry', until: 4000, failure: refused }],
    failed: ['attention', { kind: 'failed', failure: refused }],
    stopped: ['plain', { kind: 'stopped' }],
  };
  for (const [sign, state] of Object.values(states)) {
    test.each(['undecided', 'tunnel'] as const)(`${sign}: ${state.kind}, %s`, (now) => {
      const direct = { wanted: 'auto', now, why: '' } as const;
      // the last status behind the tunnel is ignored while the tunnel is down
      const lists = state.kind === 'ready' ? [] : [list('direct', 'scout', refused)];
      expect(trayBadge(readyConnection({ mode: 'direct', direct, tunnel: tunnelIn(state), lists }))).toBe(sign);
    });
  }
});

describe('badge of the engines', () => {
  const straight = { wanted: 'auto', now: 'straight', why: '' } as const;
  const through = { wanted: 'auto', now: 'tunnel', why: '' } as const;
  const up = tunnelIn({ kind: 'ready', since: 0 });
  test.each<[TrayBadge, string, Partial<ReadyConnection>]>([
    ['plain', 'on the network', { direct: straight, lists: [list('direct', 'scout', null)] }],
    ['plain', 'not asked yet', { direct: straight }],
    ['under-way', 'asked for the first time', { direct: straight, isRefreshing: true }],
    ['plain', 'one of two is away', { direct: straight, lists: [list('direct', 'a', null), list('direct', 'b', refused)] }],
    ['attention', 'all are away', { direct: straight, lists: [list('direct', 'a', refused)] }],
    ['attention', 'all are away behind a tunnel that is up', { direct: through, tunnel: up, lists: [list('direct', 'a', refused)] }],
    ['under-way', 'asked for the first time through the tunnel', { direct: through, tunnel: up, isRefreshing: true }],
    ['attention', 'no instance to go through', { direct: { wanted: 'tunnel', now: 'tunnel', why: '' } }],
  ])('%s: %s', (sign, _name, change) => expect(trayBadge(readyConnection({ mode: 'direct', ...change }))).toBe(sign));
});

// catches a coloured icon in macOS's menu bar: Electron recognises a template image only by the end of its name
test('uses a template image on macOS and colours elsewhere', () => {
  expect(trayImageName('attention', 'darwin')).toBe('attentionTemplate.png');
  for (const platform of ['linux', 'win32'] as const) expect(trayImageName('attention', platform)).toBe('attention.png');
});

test('shows the window on a click except on macOS (catches a window that opens with every look at the menu)', () =>
  expect((['darwin', 'linux', 'win32'] as const).map(showsWindowOnClick)).toEqual([false, true, true]));
