import { describe, expect, test } from 'vitest';
import { ok } from '../../electron/contract/failure.ts';
import type { Handlers, RouteName } from '../../electron/contract/routes.ts';
import { defaultSettings } from '../../electron/contract/settings.ts';
import type { CallContext } from '../../electron/core/create-core.ts';
import { createDispatcher } from '../../electron/host/dispatcher.ts';

const ours = { id: 1, isTrusted: true };

function handlers(some: Partial<Handlers<RouteName, CallContext>>): Handlers<RouteName, CallContext> {
  return new Proxy(some, {
    get: (target, route: RouteName) => target[route] ?? (() => Promise.reject(new Error(`nobody expected ${route}`))),
  }) as Handlers<RouteName, CallContext>;
}

function call(route: string, input?: unknown, id = 7): unknown {
  return { kind: 'call', id, route, input };
}

describe('createDispatcher', () => {
  test('calls the handler and returns its result', async () => {
    const dispatcher = createDispatcher({ handlers: handlers({ 'settings.read': () => ok(defaultSettings) }), onBug: () => undefined });
    expect(await dispatcher.handle(ours, call('settings.read'))).toEqual({ ok: true, value: defaultSettings });
  });

  test.each([
    ['sender', { id: 1, isTrusted: false }, call('settings.read')],
    ['shape', ours, 'settings.read'],
    ['shape', ours, { kind: 'call', id: -1, route: 'settings.read' }],
    ['route', ours, call('settings.burn')],
    ['route', ours, call('__proto__')],
    ['route', ours, call('toString')],
    ['input', ours, call('settings.change', { theme: 'pink' })],
    ['input', ours, call('settings.change', { theme: 'dark', extra: 1 })],
    ['input', ours, call('drafts.keep', { key: '', text: 'x' })],
  ] as const)('rejects and counts by reason: %s', async (reason, sender, message) => {
    let reached = 0;
    const reach = (): never => {
      reached += 1;
      throw new Error('reached');
    };
    const dispatcher = createDispatcher({
      handlers: handlers({ 'settings.read': reach, 'settings.change': reach, 'drafts.keep': reach }),
      onBug: () => undefined,
    });
    expect(await dispatcher.handle(sender, message)).toMatchObject({ ok: false });
    expect(dispatcher.refusals()[reason]).toBe(1);
    expect(reached).toBe(0);
  });

  test('aborts the handler when a request is cancelled', async () => {
    let aborted = false;
    const dispatcher = createDispatcher({
      handlers: handlers({
        'shell.showLogs': (_input, { signal }) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              aborted = true;
              resolve(ok(undefined));
            });
          }),
      }),
      onBug: () => undefined,
    });
    const answer = dispatcher.handle(ours, call('shell.showLogs'));
    await dispatcher.handle({ id: 2, isTrusted: true }, { kind: 'cancel', id: 7 });
    expect(aborted).toBe(false); // another window can't cancel it
    await dispatcher.handle(ours, { kind: 'cancel', id: 7 });
    expect(aborted).toBe(true);
    expect(await answer).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  });

  test('aborts the requests of a page that is gone', async () => {
    let seen: AbortSignal | undefined;
    const dispatcher = createDispatcher({
      handlers: handlers({
        'shell.showLogs': (_input, { signal }) => {
          seen = signal;
          return new Promise((resolve) => signal.addEventListener('abort', () => resolve(ok(undefined))));
        },
      }),
      onBug: () => undefined,
    });
    const answer = dispatcher.handle(ours, call('shell.showLogs'));
    dispatcher.cancelAll(1);
    await answer;
    expect(seen?.aborted).toBe(true);
  });

  test('hides the details of a bug and reports it', async () => {
    const bugs: unknown[] = [];
    const dispatcher = createDispatcher({
      handlers: handlers({
        'settings.read': () => {
          throw new Error('secret path /home/ada');
        },
      }),
      onBug: (route, error) => bugs.push([route, error]),
    });
    const answer = await dispatcher.handle(ours, call('settings.read'));
    expect(answer).toMatchObject({ ok: false, failure: { code: 'unexpected' } });
    expect(JSON.stringify(answer)).not.toContain('ada');
    expect(bugs).toHaveLength(1);
  });

  test('drops output fields outside the contract', async () => {
    const tooMuch = { text: 'hello', password: 'hunter2' };
    const dispatcher = createDispatcher({ handlers: handlers({ 'drafts.read': () => ok(tooMuch) }), onBug: () => undefined });
    expect(await dispatcher.handle(ours, call('drafts.read', { key: 'a' }))).toEqual({ ok: true, value: { text: 'hello' } });
  });

  test('rejects requests above the limit while others continue', async () => {
    const finish: (() => void)[] = [];
    const dispatcher = createDispatcher({
      handlers: handlers({ 'shell.showLogs': () => new Promise((resolve) => finish.push(() => resolve(ok(undefined)))) }),
      onBug: () => undefined,
      maxPending: 2,
    });
    const first = dispatcher.handle(ours, call('shell.showLogs', undefined, 1));
    const second = dispatcher.handle(ours, call('shell.showLogs', undefined, 2));
    expect(await dispatcher.handle(ours, call('shell.showLogs', undefined, 3))).toMatchObject({ ok: false });
    expect(dispatcher.refusals().busy).toBe(1);
    for (const end of finish) end();
    expect(await Promise.all([first, second])).toEqual([ok(undefined), ok(undefined)]);
  });
});
