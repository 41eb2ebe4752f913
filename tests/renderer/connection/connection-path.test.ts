import { expect, test } from 'vitest';
import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import { connectionPaths, describeConnectionProblem } from '../../../electron/presentation/connection-path.ts';
import { readyConnection, tunnelIn } from './ready-connection.ts';
import { recordedFailure } from '../../support/recorded-failure.ts';
import { connectionStateText, pathStageText } from '../../../electron/presentation/connection-text.ts';

const trouble = recordedFailure('network-not-permitted', 'Not from here.', 'Use the tunnel.');
const pathOf = (connection: ReadyConnection) => {
  const { direct, proxy } = connectionPaths(connection, 0);
  const words = ({ title, state }: (typeof direct)[number]) => `${title}: ${state}`;
  return { direct: direct.map(words), proxy: proxy.map(words) };
};

test('lists the instance, the server and the engines when the tunnel is used', () => {
  const connection = readyConnection({
    mode: 'direct',
    direct: { wanted: 'auto', now: 'tunnel', why: 'This network is not permitted.' },
    tunnel: tunnelIn({ kind: 'ready', since: 0 }, 40),
    lists: [
      { mode: 'direct', segment: 'engine-b', ms: 51, failure: null },
      { mode: 'direct', segment: 'scout', ms: 0, failure: trouble },
    ],
  });
  expect(pathOf(connection)).toEqual({
    direct: ['You: good', 'my-instance: good', 'Inference server: good', 'Engines: bad'],
    proxy: ['You: good', 'Proxy: unused'],
  });
  expect(connectionPaths(connection, 0).direct.at(-1)?.description).toBe(`engine-b 51 ms, scout ${pathStageText.engineNotResponding}`);
});

test('marks later stages as unreached when the instance is unavailable', () => {
  const connection = readyConnection({
    mode: 'direct',
    direct: { wanted: 'auto', now: 'tunnel', why: 'This network is not permitted.' },
    tunnel: tunnelIn({ kind: 'waiting-to-retry', until: 4000, failure: trouble }, 40),
    lists: [{ mode: 'direct', segment: 'engine-b', ms: 51, failure: null }],
  });
  expect(pathOf(connection).direct).toEqual(['You: good', 'my-instance: bad', 'Inference server: idle', 'Engines: idle']);
  expect(connectionPaths(connection, 0).direct[1]?.description, 'its cause is shown below the path').toBe(
    connectionStateText.reconnectingIn(4),
  );
  const refused = { ...connection, lists: [{ mode: 'direct', segment: 'engine-b', ms: 0, failure: trouble }] } as const;
  expect(pathOf(refused).direct, 'one cause, not three').toEqual(pathOf(connection).direct);
  const refreshing = pathOf({ ...connection, lists: [], isRefreshing: true }).direct;
  expect(refreshing, 'no check gets past the instance').toEqual(['You: good', 'my-instance: bad', 'Inference server: idle']);
  expect(connectionPaths(connection, 0).direct.map(({ latencyMs }) => latencyMs)).toEqual([null, null, null, null]);
});

test('marks later stages as unreached when the tunnel is stopped', () => {
  const connection = readyConnection({
    mode: 'direct',
    direct: { wanted: 'auto', now: 'tunnel', why: 'This network is not permitted.' },
    tunnel: tunnelIn({ kind: 'stopped' }),
    lists: [{ mode: 'direct', segment: 'engine-b', ms: 51, failure: null }],
  });
  expect(pathOf(connection).direct).toEqual(['You: good', 'my-instance: idle', 'Inference server: idle', 'Engines: idle']);
});

test('lists no instance when no tunnel is needed', () => {
  const connection = readyConnection({
    mode: 'direct',
    direct: { wanted: 'auto', now: 'straight', why: 'The engines answer from here.' },
    tunnel: tunnelIn({ kind: 'idle' }),
    lists: [{ mode: 'direct', segment: 'engine-b', ms: 3, failure: null }],
  });
  expect(pathOf(connection).direct).toEqual(['You: good', 'Inference server: good', 'Engines: good']);
});

test('doesn’t show an inactive mode as broken', () => {
  const connection = readyConnection({ lists: [{ mode: 'direct', segment: 'engine-b', ms: 0, failure: trouble }] });
  expect(pathOf(connection).direct).toEqual(['You: good', 'Inference server: unused', 'Engines: unused']);
});

test('shows a proxy without a token as bad, except the demo’s', () => {
  expect(pathOf(readyConnection({ token: { state: 'not-set' } })).proxy).toEqual(['You: good', 'Proxy: bad']);
  expect(pathOf(readyConnection({ token: { state: 'unread' } })).proxy).toEqual(['You: good', 'Proxy: busy']);
  const demo = { id: 'demo', name: 'Demo', isDemo: true };
  expect(pathOf(readyConnection({ token: { state: 'not-set' }, profile: demo })).proxy).toEqual(['You: good', 'Proxy: good']);
});

// catches a proxy in red that shows only the token's last four characters
test('distinguishes a proxy that rejects the token from one that doesn’t answer', () => {
  const labelFor = (code: 'token-refused' | 'unreachable', token = readyConnection().token) => {
    const failure = { ...trouble, code };
    return connectionPaths(readyConnection({ token, lists: [{ mode: 'proxy', segment: null, ms: 0, failure }] }), 0).proxy.at(-1)
      ?.description;
  };
  expect(labelFor('token-refused')).toBe(pathStageText.refusals['token-refused']);
  expect(labelFor('unreachable')).toBe(pathStageText.notResponding);
  expect(labelFor('unreachable', { state: 'not-set' })).toBe(connectionStateText.noToken);
});

test('shows why the server doesn’t answer', () => {
  const connection = readyConnection({ mode: 'direct', lists: [{ mode: 'direct', segment: 'engine-b', ms: 0, failure: trouble }] });
  expect(connectionPaths(connection, 0).direct.find(({ id }) => id === 'server')).toMatchObject({
    state: 'bad',
    description: pathStageText.refusals['network-not-permitted'],
    failure: trouble,
  });
  expect(pathOf(connection).direct, 'one cause, not two').toEqual(['You: good', 'Inference server: bad', 'Engines: idle']);
});

test('names the problem in the status bar (catches “Connected without a tunnel” when access is refused)', () => {
  const refused = [{ mode: 'direct', segment: 'engine-b', ms: 0, failure: trouble }] as const;
  const straight = { wanted: 'auto', now: 'straight', why: 'There is no instance.' } as const;
  expect(describeConnectionProblem(readyConnection({ mode: 'direct', direct: straight, lists: refused }), 0)).toBe('Not from here.');
  const rejected = [{ mode: 'proxy', segment: null, ms: 0, failure: trouble }] as const;
  expect(describeConnectionProblem(readyConnection({ lists: rejected }), 0)).toBe('Not from here.');
  expect(describeConnectionProblem(readyConnection({ lists: rejected, token: { state: 'not-set' } }), 0)).toBe(connectionStateText.noToken);
});

test('keeps the countdown of a waiting tunnel, and ignores a single unavailable engine', () => {
  const direct = { wanted: 'auto', now: 'tunnel', why: 'This network is not permitted.' } as const;
  const waiting = tunnelIn({ kind: 'waiting-to-retry', until: 4000, failure: trouble });
  expect(describeConnectionProblem(readyConnection({ mode: 'direct', direct, tunnel: waiting }), 0)).toContain(
    connectionStateText.reconnectingIn(4),
  );
  const broken = [{ mode: 'direct', segment: 'engine-b', ms: 0, failure: trouble }] as const;
  const comingUp = tunnelIn({ kind: 'connecting', hop: null, identity: null });
  expect(describeConnectionProblem(readyConnection({ mode: 'direct', direct, tunnel: comingUp, lists: broken }), 0)).toBeUndefined();
  const lists = [
    { mode: 'direct', segment: 'engine-b', ms: 51, failure: null },
    { mode: 'direct', segment: 'scout', ms: 0, failure: trouble },
  ] as const;
  expect(
    describeConnectionProblem(readyConnection({ mode: 'direct', direct, tunnel: tunnelIn({ kind: 'ready', since: 0 }), lists }), 0),
  ).toBeUndefined();
  expect(describeConnectionProblem(readyConnection(), 0)).toBeUndefined();
});
