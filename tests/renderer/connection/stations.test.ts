import { expect, test } from 'vitest';
import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import { roadsOf } from '../../../renderer/connection/road/stations.ts';
import { readyConnection, tunnelIn } from './ready-connection.ts';

const trouble = { code: 'network-not-permitted', message: 'Not from here.', remedy: 'Use the tunnel.' } as const;
const look = (connection: ReadyConnection) => {
  const { direct, proxy } = roadsOf(connection, 0);
  const words = ({ title, state }: (typeof direct)[number]) => `${title}: ${state}`;
  return { direct: direct.map(words), proxy: proxy.map(words) };
};

test('through the tunnel the road passes the instance, the server and the engines', () => {
  const connection = readyConnection({
    mode: 'direct',
    direct: { wanted: 'auto', now: 'tunnel', why: 'This network is not permitted.' },
    tunnel: tunnelIn({ kind: 'ready', since: 0 }, 40),
    lists: [
      { mode: 'direct', segment: 'engine-b', ms: 51, failure: null },
      { mode: 'direct', segment: 'scout', ms: 0, failure: trouble },
    ],
  });
  expect(look(connection)).toEqual({
    direct: ['You: good', 'my-instance: good', 'Inference server: good', 'Engines: bad'],
    proxy: ['You: good', 'Proxy: unused'],
  });
  expect(roadsOf(connection, 0).direct.at(-1)?.words).toBe('engine-b 51 ms, scout does not answer');
});

test('behind an instance that is away nothing is said to be reached, and nothing is measured', () => {
  const connection = readyConnection({
    mode: 'direct',
    direct: { wanted: 'auto', now: 'tunnel', why: 'This network is not permitted.' },
    tunnel: tunnelIn({ kind: 'waiting-to-retry', until: 4000, failure: trouble }, 40),
    lists: [{ mode: 'direct', segment: 'engine-b', ms: 51, failure: null }],
  });
  expect(look(connection).direct).toEqual(['You: good', 'my-instance: bad', 'Inference server: idle', 'Engines: idle']);
  expect(roadsOf(connection, 0).direct.map(({ latencyMs }) => latencyMs)).toEqual([null, null, null, null]);
});

test('on the network there is no instance on the road', () => {
  const connection = readyConnection({
    mode: 'direct',
    direct: { wanted: 'auto', now: 'straight', why: 'The engines answer from here.' },
    tunnel: tunnelIn({ kind: 'idle' }),
    lists: [{ mode: 'direct', segment: 'engine-b', ms: 3, failure: null }],
  });
  expect(look(connection).direct).toEqual(['You: good', 'Inference server: good', 'Engines: good']);
});

test('a way that is not in use is not shown as broken', () => {
  const connection = readyConnection({ lists: [{ mode: 'direct', segment: 'engine-b', ms: 0, failure: trouble }] });
  expect(look(connection).direct).toEqual(['You: good', 'Inference server: unused', 'Engines: unused']);
});

test('a proxy without a token is bad, but the demo’s is not', () => {
  expect(look(readyConnection({ token: { state: 'not-set' } })).proxy).toEqual(['You: good', 'Proxy: bad']);
  const demo = { id: 'demo', name: 'Demo', isDemo: true };
  expect(look(readyConnection({ token: { state: 'not-set' }, profile: demo })).proxy).toEqual(['You: good', 'Proxy: good']);
});

test('a server that answers nobody tells why', () => {
  const connection = readyConnection({ mode: 'direct', lists: [{ mode: 'direct', segment: 'engine-b', ms: 0, failure: trouble }] });
  expect(roadsOf(connection, 0).direct.find(({ id }) => id === 'server')).toMatchObject({ state: 'bad', trouble });
});
