import { expect, test } from 'vitest';
import type { TunnelFaceState } from '../../../electron/contract/connection.ts';
import { createTunnelNews } from '../../../electron/shell/desktop/tunnel-news.ts';
import { readyConnection, tunnelIn } from '../../renderer/connection/ready-connection.ts';

const failure = { code: 'unreachable', message: 'No route.', remedy: 'Wait.' } as const;
const retrying: TunnelFaceState = { kind: 'waiting-to-retry', until: 0, failure };
const question = { kind: 'password', hop: 'lab', login: 'mara', isAgain: false } as const;

/** What was news, given states at times in seconds. */
function news(changes: readonly (readonly [number, TunnelFaceState])[]): readonly string[] {
  let now = 0;
  const newsOf = createTunnelNews(() => now);
  return changes.flatMap(([at, state]) => {
    now = at * 1000;
    return newsOf(readyConnection({ tunnel: tunnelIn(state) }))?.title ?? [];
  });
}

test('a question is news once, however often the connection changes meanwhile', () => {
  const asked: TunnelFaceState = { kind: 'waiting-for-user', question };
  expect(
    news([
      [0, asked],
      [1, asked],
      [2, { kind: 'connecting', hop: null, identity: null }],
      [3, asked],
    ]),
  ).toEqual(['my-instance needs you', 'my-instance needs you']);
});

test('a return is news only after more than a minute', () => {
  const ready: TunnelFaceState = { kind: 'ready', since: 0 };
  expect(
    news([
      [0, ready],
      [1, retrying],
      [30, ready],
    ]),
  ).toEqual([]);
  expect(
    news([
      [0, ready],
      [1, retrying],
      [40, { kind: 'connecting', hop: null, identity: null }],
      [41, retrying],
      [62, ready],
    ]),
  ).toEqual(['Back: my-instance']);
});

test('a tunnel that was stopped or never up is no news when it comes', () => {
  const ready: TunnelFaceState = { kind: 'ready', since: 0 };
  expect(
    news([
      [0, { kind: 'idle' }],
      [90, ready],
      [91, { kind: 'stopped' }],
      [300, ready],
    ]),
  ).toEqual([]);
});
