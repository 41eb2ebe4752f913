import { setImmediate as turn } from 'node:timers/promises';
import type { buildConnector } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../../electron/core/upstream/send.ts';
import { never } from './upstream-fixture.ts';

/** As many requests as may wait for their connection at once. */
const maxConnecting = 16;

/** Creates a pool whose dials fail when the test tells them to, and a clock that the test moves. */
function poolWithFailingDials() {
  const dials: buildConnector.Callback[] = [];
  let time = 0;
  const pool = createPool(
    'https://localhost',
    (_options, settle) => void dials.push(settle),
    () => time,
  );
  onTestFinished(() => pool.destroy());
  /** Sends a request and returns its failure. */
  const failureOf = (signal = never): Promise<string> =>
    pool.send({ method: 'POST', path: '/x', body: '{}', signal }).then(
      () => 'answered',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  /** Fails all dials begun so far, after this time. */
  const failDials = async (ms: number, code = 'ETIMEDOUT'): Promise<void> => {
    time += ms;
    for (const settle of dials.splice(0)) settle(Object.assign(new Error(code), { code }), null);
    await turn();
  };
  return { dials, failureOf, failDials, pass: (ms: number) => void (time += ms) };
}

// catches a wait of N timeouts for the last of N requests
test('dials for many requests at once, and one failed round of dials fails all that waited for it', async () => {
  const { dials, failureOf, failDials } = poolWithFailingDials();
  const failures = Promise.all(Array.from({ length: 40 }, () => failureOf()));
  await turn();
  expect(dials).toHaveLength(maxConnecting);
  await failDials(180_000);
  expect(dials).toHaveLength(0); // no second round
  expect(await failures).toEqual(Array.from({ length: 40 }, () => 'ETIMEDOUT'));
});

test('goes on dialing for the others if one of many dials fails', async () => {
  const { dials, failureOf, failDials } = poolWithFailingDials();
  const failures = Array.from({ length: maxConnecting + 4 }, () => failureOf());
  await turn();
  dials.shift()?.(Object.assign(new Error('EAI_AGAIN'), { code: 'EAI_AGAIN' }), null);
  expect(await failures[0]).toBe('EAI_AGAIN');
  expect(dials).toHaveLength(maxConnecting - 1);
  await failDials(100, 'ECONNRESET');
  expect(dials).toHaveLength(4);
});

test('dials again for requests that have not waited as long as the failed dials', async () => {
  const { dials, failureOf, failDials, pass } = poolWithFailingDials();
  const early = Array.from({ length: maxConnecting }, () => failureOf());
  await turn();
  expect(dials).toHaveLength(maxConnecting);
  pass(170_000);
  const late = failureOf();
  await turn();
  await failDials(10_000);
  expect(dials).toHaveLength(1);
  expect(await Promise.all(early)).toEqual(Array.from({ length: maxConnecting }, () => 'ETIMEDOUT'));
  await failDials(180_000, 'ECONNREFUSED');
  expect(await late).toBe('ECONNREFUSED');
});

test('dials again after a reset, which says nothing about other connections', async () => {
  const { dials, failureOf, failDials } = poolWithFailingDials();
  const failures = Promise.all(Array.from({ length: maxConnecting + 3 }, () => failureOf()));
  await turn();
  await failDials(100, 'ECONNRESET');
  expect(dials).toHaveLength(3);
  await failDials(100);
  expect((await failures).slice(-3)).toEqual(['ETIMEDOUT', 'ETIMEDOUT', 'ETIMEDOUT']);
});

test('dials at once for a request behind cancelled ones (catches a timeout for each of them)', async () => {
  const { dials, failureOf, failDials } = poolWithFailingDials();
  const abort = new AbortController();
  const cancelled = Array.from({ length: 10 }, () => failureOf(abort.signal));
  await turn();
  abort.abort(new Error('cancelled'));
  expect(await Promise.all(cancelled)).toEqual(Array.from({ length: 10 }, () => 'cancelled'));
  const live = failureOf();
  await turn();
  expect(dials).toHaveLength(11);
  await failDials(180_000);
  expect(await live).toBe('ETIMEDOUT');
  expect(dials).toHaveLength(0);
});
