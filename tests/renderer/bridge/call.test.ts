import { describe, expect, test } from 'vitest';
import { failed, ok } from '../../../electron/contract/failure.ts';
import { createCall } from '../../../renderer/bridge/call.ts';
import { createFakeBridge } from '../fake-bridge.ts';

describe('call', () => {
  test('two calls at once get their own answers, whichever comes first (catches shared or repeated ids)', async () => {
    const bridge = createFakeBridge();
    const call = createCall(bridge);
    const first = call('drafts.read', { key: 'a' });
    const second = call('drafts.read', { key: 'b' });
    bridge.answer(1, ok({ text: 'B' }));
    bridge.answer(0, ok({ text: 'A' }));
    expect(await first).toEqual(ok({ text: 'A' }));
    expect(await second).toEqual(ok({ text: 'B' }));
    expect(bridge.requests).toEqual([
      { kind: 'call', id: 0, route: 'drafts.read', input: { key: 'a' } },
      { kind: 'call', id: 1, route: 'drafts.read', input: { key: 'b' } },
    ]);
  });

  test('a failure comes back with its code and remedy (catches dropped fields)', async () => {
    const bridge = createFakeBridge();
    const answer = createCall(bridge)('settings.read');
    bridge.answer(0, failed('storage', 'It could not be read.', 'Look at the disk.'));
    expect(await answer).toEqual(failed('storage', 'It could not be read.', 'Look at the disk.'));
  });

  test.each([undefined, null, 'ok', {}, { ok: true }, { ok: false, failure: { code: 'made-up' } }])(
    'an answer that is no envelope becomes a failure (catches trusting the border): %j',
    async (nonsense) => {
      const bridge = createFakeBridge();
      const answer = createCall(bridge)('settings.read');
      bridge.answer(0, nonsense);
      expect(await answer).toMatchObject({ ok: false, failure: { code: 'unexpected' } });
    },
  );

  test('a rejected invoke becomes a failure (catches an unhandled rejection in a screen)', async () => {
    const bridge = createFakeBridge();
    const answer = createCall(bridge)('settings.read');
    bridge.break(0);
    expect(await answer).toMatchObject({ ok: false, failure: { code: 'unexpected' } });
  });
});

describe('cancelling', () => {
  test('answers at once and tells the other side to stop that very call (catches leaked work)', async () => {
    const bridge = createFakeBridge();
    const call = createCall(bridge);
    const controller = new AbortController();
    const kept = call('settings.read');
    const withdrawn = call('shell.saveDiagnostics', undefined, { signal: controller.signal });
    controller.abort();
    expect(await withdrawn).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(bridge.requests.at(-1)).toEqual({ kind: 'cancel', id: 1 });
    bridge.answer(0, ok('still answered'));
    expect(await kept).toEqual(ok('still answered'));
  });

  test('asks nothing when it was withdrawn before it began (catches work nobody wants)', async () => {
    const bridge = createFakeBridge();
    const answer = await createCall(bridge)('settings.read', undefined, { signal: AbortSignal.abort() });
    expect(answer).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(bridge.requests).toEqual([]);
  });

  test('an abort after the answer sends nothing (catches cancelling a later call that reuses the signal)', async () => {
    const bridge = createFakeBridge();
    const controller = new AbortController();
    const answer = createCall(bridge)('settings.read', undefined, { signal: controller.signal });
    bridge.answer(0, ok('done'));
    expect(await answer).toEqual(ok('done'));
    controller.abort();
    expect(bridge.requests).toHaveLength(1);
  });
});
