import { describe, expect, test, afterEach, vi } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import type { EventMessage } from '../../../electron/contract/events.ts';
import { createCall, createEventSource } from '../../../renderer/bridge/bridge.ts';
import { createFakeBridge } from '../fake-bridge.ts';

describe('call', () => {
  test('matches concurrent calls with their responses in any order (catches shared or repeated ids)', async () => {
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

  test('returns a failure with its code and remedy (catches dropped fields)', async () => {
    const bridge = createFakeBridge();
    const answer = createCall(bridge)('settings.read');
    bridge.answer(0, fail('database-stopped', { database: 'history' }));
    expect(await answer).toEqual(fail('database-stopped', { database: 'history' }));
  });

  test.each([undefined, null, 'ok', {}, { ok: true }, { ok: false, failure: { code: 'made-up' } }])(
    'returns a failure for a response that is no envelope (catches trusting the border): %j',
    async (nonsense) => {
      const bridge = createFakeBridge();
      const answer = createCall(bridge)('settings.read');
      bridge.answer(0, nonsense);
      expect(await answer).toMatchObject({ ok: false, failure: { code: 'unexpected' } });
    },
  );

  test('returns a failure when the bridge rejects (catches an unhandled rejection in a screen)', async () => {
    const bridge = createFakeBridge();
    const answer = createCall(bridge)('settings.read');
    bridge.break(0);
    expect(await answer).toMatchObject({ ok: false, failure: { code: 'unexpected' } });
  });
});

describe('cancelling', () => {
  test('returns at once and cancels that call in the main process (catches leaked work)', async () => {
    const bridge = createFakeBridge();
    const call = createCall(bridge);
    const controller = new AbortController();
    const uncancelled = call('settings.read');
    const withdrawn = call('shell.saveDiagnostics', undefined, { signal: controller.signal });
    controller.abort();
    expect(await withdrawn).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(bridge.requests.at(-1)).toEqual({ kind: 'cancel', id: 1 });
    bridge.answer(0, ok('still answered'));
    expect(await uncancelled).toEqual(ok('still answered'));
  });

  test('sends nothing when it was aborted before it began (catches work nobody wants)', async () => {
    const bridge = createFakeBridge();
    const answer = await createCall(bridge)('settings.read', undefined, { signal: AbortSignal.abort() });
    expect(answer).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(bridge.requests).toEqual([]);
  });

  test('sends nothing for an abort after the response (catches cancelling a later call that reuses the signal)', async () => {
    const bridge = createFakeBridge();
    const controller = new AbortController();
    const answer = createCall(bridge)('settings.read', undefined, { signal: controller.signal });
    bridge.answer(0, ok('done'));
    expect(await answer).toEqual(ok('done'));
    controller.abort();
    expect(bridge.requests).toHaveLength(1);
  });
});

const go = (payload: 'go-chat' | 'go-settings'): EventMessage => ({ event: 'window.command', payload });

afterEach(() => vi.unstubAllGlobals());

describe('event source', () => {
  test('subscribes to the bridge once for all listeners (catches listeners piling up in the preload)', () => {
    const bridge = createFakeBridge();
    const on = createEventSource(bridge);
    on('window.command', () => undefined);
    on('notices.changed', () => undefined);
    expect(bridge.subscriptions()).toBe(1);
  });

  test('delivers a batch in order, each event to its own listeners only (catches mixed-up payloads)', () => {
    const bridge = createFakeBridge();
    const on = createEventSource(bridge);
    const received: unknown[] = [];
    on('window.command', (command) => received.push(command));
    on('notices.changed', (notices) => received.push(notices));
    bridge.send(go('go-chat'), { event: 'notices.changed', payload: [] }, go('go-settings'));
    expect(received).toEqual(['go-chat', [], 'go-settings']);
  });

  test('ends one of two subscriptions of the same function (catches a Set of functions)', () => {
    const bridge = createFakeBridge();
    const on = createEventSource(bridge);
    let count = 0;
    const listener = () => {
      count += 1;
    };
    const end = on('window.command', listener);
    on('window.command', listener);
    end();
    bridge.send(go('go-chat'));
    expect(count).toBe(1);
  });

  test('delivers to other listeners when one throws (catches one bug muting the window)', () => {
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    const bridge = createFakeBridge();
    const on = createEventSource(bridge);
    const received: string[] = [];
    on('window.command', () => {
      throw new Error('a bug');
    });
    on('window.command', (command) => received.push(command));
    bridge.send(go('go-chat'), go('go-settings'));
    expect(received).toEqual(['go-chat', 'go-settings']);
    expect(reported).toHaveLength(2);
  });

  test('skips an unknown event (catches a crash after a partial update)', () => {
    const bridge = createFakeBridge();
    const on = createEventSource(bridge);
    const received: string[] = [];
    on('window.command', (command) => received.push(command));
    bridge.send({ event: 'toString', payload: 1 } as unknown as EventMessage, go('go-chat'));
    expect(received).toEqual(['go-chat']);
  });
});
