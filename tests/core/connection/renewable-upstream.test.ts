import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { ok, type Result } from '../../../electron/contract/failure.ts';
import { stoppedByUser } from '../../../electron/contract/failures/fail.ts';
import { createRenewableUpstream } from '../../../electron/core/connection/renewable-upstream.ts';
import type { PooledUpstream, UpstreamResponse } from '../../../electron/core/upstream/upstream.ts';

const { signal } = new AbortController();
const request = { method: 'GET', path: '/', signal } as const;

/** Creates upstreams that answer when the test tells them to. */
function openRenewable() {
  const made: { isDisposed: boolean; isFinished: boolean; readonly answer: (result: Result<UpstreamResponse>) => void }[] = [];
  let idleCalls = 0;
  const upstream = createRenewableUpstream(
    (): PooledUpstream => {
      const { promise, resolve } = Promise.withResolvers<Result<UpstreamResponse>>();
      const one = { isDisposed: false, isFinished: false, answer: resolve };
      made.push(one);
      return {
        host: 'models.example.org',
        request: () => promise,
        probe: async () => ok(undefined),
        warm: () => undefined,
        finish: () => void (one.isFinished = true),
        dispose: async () => void (one.isDisposed = true),
      };
    },
    () => void (idleCalls += 1),
  );
  return { upstream, made, idleCalls: () => idleCalls };
}

function response(status = 200): UpstreamResponse & { readonly body: Readable } {
  return { status, rawHeaders: [], header: () => undefined, body: new Readable({ read: () => undefined }) };
}

test('keeps the connection of a running answer until its body has ended when connections are renewed', async () => {
  const { upstream, made, idleCalls } = openRenewable();
  const sent = upstream.request(request);
  upstream.renew();
  const answer = response();
  made[0]?.answer(ok(answer));
  await sent;
  expect([made.length, made[0]?.isDisposed, made[0]?.isFinished, upstream.inFlight()]).toEqual([2, false, true, 1]);
  answer.body.destroy();
  await expect.poll(() => made[0]?.isDisposed).toBe(true);
  expect([upstream.inFlight(), idleCalls(), made[1]?.isDisposed]).toEqual([0, 1, false]);
});

test('stops counting requests that failed or had already ended', async () => {
  const { upstream, made } = openRenewable();
  const failed = upstream.request(request);
  made[0]?.answer(stoppedByUser);
  await failed;
  expect(upstream.inFlight()).toBe(0);
  upstream.renew();
  expect(made[0]?.isDisposed).toBe(true);
  const over = response();
  over.body.destroy();
  await expect.poll(() => over.body.closed).toBe(true);
  const sent = upstream.request(request);
  made[1]?.answer(ok(over));
  await sent;
  expect(upstream.inFlight()).toBe(0);
});

test('closes every generation on dispose', async () => {
  const { upstream, made } = openRenewable();
  void upstream.request(request);
  upstream.renew();
  await upstream.dispose();
  expect(made.map(({ isDisposed }) => isDisposed)).toEqual([true, true]);
});

// catches a request that is lost because it was under way while the network was down
test('sends a request over the new connections if the server has not received the whole of it', async () => {
  const { upstream, made } = openRenewable();
  const sent = upstream.request({ ...request, method: 'POST', body: '{}' });
  upstream.renew();
  made[0]?.answer(ok(response(408)));
  const answer = response();
  made[1]?.answer(ok(answer));
  expect(await sent).toEqual(ok(answer));
  await expect.poll(() => made[0]?.isDisposed).toBe(true);
  expect(upstream.inFlight()).toBe(1);
});

test('returns that the server has not received the whole request if that happens again, or the body was streamed', async () => {
  for (const body of ['{}', Readable.from(['{}'])]) {
    const { upstream, made } = openRenewable();
    made[0]?.answer(ok(response(408)));
    expect(await upstream.request({ ...request, method: 'POST', body })).toMatchObject({ ok: true, value: { status: 408 } });
  }
});
