import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { createBridge, createCall } from '../../../renderer/bridge/bridge.ts';
import { isRepeatable } from '../../../renderer/bridge/repeatable-routes.ts';
import { routes } from '../../../electron/contract/routes.ts';
import { channelUrl } from '../../../renderer/bridge/browser-bridge.ts';
import { echo, createFakeChannel, type FakeChannel } from './fake-program.ts';

const callOf = (id: number, route = 'chat.stop', input: unknown = id) => ({ kind: 'call', id, route, input }) as const;
const callsAt = (played: FakeChannel): readonly unknown[] =>
  played.received().flatMap((message) => (message.kind === 'request' && message.request.kind === 'call' ? [message.request.input] : []));

describe('reconnecting', () => {
  test('repeats what can be repeated and nothing else, wherever the connection breaks (catches loss and duplicates)', async () => {
    const moves = fc.array(fc.constantFrom('stop', 'regenerate', 'to-page', 'to-program', 'cut', 'wait'), { maxLength: 120 });
    await fc.assert(
      fc.asyncProperty(moves, async (steps) => {
        const played = createFakeChannel({ answer: echo });
        const answers: { readonly route: string; readonly answer: Promise<unknown> }[] = [];
        for (const move of steps) {
          const route = `chat.${move}`;
          if (move === 'stop' || move === 'regenerate') {
            answers.push({ route, answer: played.channel.bridge.call(callOf(answers.length, route)) });
          } else if (move === 'to-page') played.step('page');
          else if (move === 'to-program') played.step('program');
          else if (move === 'cut') played.cut();
          else await played.advance(1000);
        }
        await played.advance(10_000);
        const arrived = callsAt(played);
        for (const [id, { route, answer }] of answers.entries()) {
          const count = arrived.filter((each) => each === id).length;
          const isRepeated = route === 'chat.stop';
          const outcomes = isRepeated
            ? [[ok(id), true]]
            : [
                [ok(id), 1],
                [fail('link-lost'), 0],
                [fail('link-lost'), 1],
              ];
          expect(outcomes).toContainEqual([await answer, isRepeated ? count > 0 : count]);
        }
        const lastArrivals = answers.map((_, id) => arrived.lastIndexOf(id)).filter((at) => at >= 0);
        expect(lastArrivals).toEqual(lastArrivals.toSorted((one, other) => one - other)); // the newest draft is the last
        expect(played.states.at(-1)).toBe('connected');
        expect(played.reloads()).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  test('sends a call that was made without a connection, though it can’t be repeated (catches a click in vain)', async () => {
    const played = createFakeChannel({ answer: echo });
    await played.settle();
    played.access = 'granted';
    played.cut();
    const answer = played.channel.bridge.call(callOf(0, 'chat.regenerate'));
    await played.advance(5000);
    expect(await answer).toEqual(ok(0));
  });

  test('reads again what the missed events would have told (catches a window that shows old state)', async () => {
    const values: Record<string, unknown> = { 'settings.read': { theme: 'dark' }, 'localApi.requests': [], 'tools.read': undefined };
    const played = createFakeChannel({
      answer: (message) =>
        message.kind === 'request' && message.request.kind === 'call' && message.request.route in values
          ? { kind: 'answer', id: message.request.id, result: ok(values[message.request.route]) }
          : undefined,
    });
    const { on } = createBridge(played.channel.bridge);
    const received: unknown[] = [];
    on('settings.changed', (settings) => received.push(settings));
    on('link.restored', () => received.push('restored'));
    await played.settle();
    expect(received).toEqual([]);
    played.cut();
    await played.settle();
    expect(received).toEqual(['restored', { theme: 'dark' }]);
  });

  test('isn’t taken for a restart when it breaks before the first welcome (catches a page that reloads for ever)', async () => {
    const played = createFakeChannel({ answer: echo });
    const answer = played.channel.bridge.call(callOf(0));
    await Promise.resolve();
    played.step('program'); // the hello
    played.cut();
    await played.advance(5000);
    expect(await answer).toEqual(ok(0));
    expect(played.reloads()).toBe(0);
  });

  test('passes a cancellation, and a response without a value (catches `ok` without `value`)', async () => {
    const played = createFakeChannel({
      answer: (message) => {
        if (message.kind !== 'request') return undefined;
        const { id } = message.request;
        if (message.request.kind === 'cancel') return { kind: 'answer', id, result: fail('cancelled') };
        return message.request.route === 'tunnel.reconnect' ? { kind: 'answer', id, result: ok(undefined) } : undefined;
      },
    });
    const call = createCall(played.channel.bridge);
    const controller = new AbortController();
    const reconnected = call('tunnel.reconnect');
    const withdrawn = call('settings.read', undefined, { signal: controller.signal });
    await played.settle();
    controller.abort();
    await played.settle();
    expect(await reconnected).toEqual({ ok: true, value: undefined });
    expect(await withdrawn).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(played.received()).toContainEqual({ kind: 'request', request: { kind: 'cancel', id: 1 } });
  });

  test('answers a call that is too long with a failure and sends the others (catches a page that reconnects for ever)', async () => {
    const played = createFakeChannel({ answer: echo, maxMessageLength: 1000 });
    const tooLong = played.channel.bridge.call(callOf(0, 'drafts.keep', 'x'.repeat(1000)));
    const short = played.channel.bridge.call(callOf(1));
    await played.settle();
    expect(await tooLong).toMatchObject({ ok: false, failure: { reason: 'page-request-too-long' } });
    expect(await short).toEqual(ok(1));
    expect(played.sockets).toHaveLength(1);
  });

  test('passes commands to the page', async () => {
    const played = createFakeChannel();
    await played.settle();
    played.send({ kind: 'download', id: 'f', name: 'a.md' });
    await played.settle();
    expect(played.commands).toEqual([{ kind: 'download', id: 'f', name: 'a.md' }]);
  });
});

describe('channel state', () => {
  test('reports nothing for a connection that is restored at once (catches flickering)', async () => {
    const played = createFakeChannel();
    await played.advance(3000);
    played.cut();
    await played.advance(3000);
    expect(played.states).toEqual(['connected', 'connecting', 'connected']);
  });

  test('reports that the program has stopped, keeps trying, and reconnects', async () => {
    const played = createFakeChannel();
    await played.advance(3000);
    played.kill();
    await played.advance(60_000);
    expect(played.states).toEqual(['connected', 'connecting', 'stopped']);
    const attempts = played.sockets.length;
    await played.advance(60_000);
    expect(played.sockets.length - attempts).toBeGreaterThanOrEqual(29);
    expect(played.sockets.length - attempts).toBeLessThanOrEqual(31);
    played.start();
    await played.advance(2000);
    expect(played.states.slice(3)).toEqual(['connected', 'restarted']);
  });

  test('reports it on the first load, too', async () => {
    const played = createFakeChannel();
    played.kill();
    await played.advance(1000);
    expect(played.states).toEqual(['stopped']);
  });

  test.each([
    ['denied', 'signed-out'],
    ['granted', 'blocked'],
  ] as const)('distinguishes a stopped program from an unreachable one: access %s', async (access, state) => {
    const played = createFakeChannel();
    played.access = access;
    played.kill();
    await played.advance(5000);
    expect(played.states).toEqual([state]);
  });

  test('tries at once when the page is visible again (catches waiting out a pause)', async () => {
    const played = createFakeChannel({ answer: echo });
    await played.settle();
    played.kill();
    await played.advance(60_000);
    played.start();
    played.channel.wake();
    await played.settle();
    expect(played.states.at(-1)).toBe('restarted');
  });

  test('reports that the program isn’t answering, and continues without loss when it does', async () => {
    const played = createFakeChannel({ answer: echo });
    await played.advance(3000);
    played.suspend(true);
    const answer = played.channel.bridge.call(callOf(0));
    await played.advance(4900);
    expect(played.states.at(-1)).toBe('connected');
    await played.advance(200);
    expect(played.states.at(-1)).toBe('not-answering');
    await played.advance(55_000);
    expect(played.states.at(-1)).toBe('not-answering');
    played.suspend(false);
    await played.advance(3000);
    expect(await answer).toEqual(ok(0));
    expect(callsAt(played)).toEqual([0]);
    expect(played.states.at(-1)).toBe('connected');
  });

  test('waits longer for a large message on a slow connection (catches sending it again for ever)', async () => {
    const played = createFakeChannel({ answer: echo });
    await played.advance(3000);
    played.suspend(true);
    const answer = played.channel.bridge.call(callOf(0));
    for (let left = 10; left > 0; left -= 1) {
      for (const socket of played.sockets) socket.unsent = left;
      await played.advance(9000);
    }
    expect(played.sockets).toHaveLength(1);
    played.suspend(false);
    await played.settle();
    expect(await answer).toEqual(ok(0));
  });

  test('finds a dead connection within five seconds when the page is visible again, and probes a live one once', async () => {
    const played = createFakeChannel();
    await played.advance(60_000);
    played.channel.wake();
    played.channel.wake();
    await played.advance(1000);
    played.channel.wake();
    expect(played.received()).toHaveLength(1);
    await played.advance(60_000);
    played.suspend(true);
    played.channel.wake();
    await played.advance(5100);
    expect(played.sockets.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  });
});

describe('a restarted program', () => {
  const restart = async (played: FakeChannel): Promise<void> => {
    played.kill();
    played.start();
    await played.advance(1000);
  };

  test('receives the typed text, once and in order, before the page reloads (catches lost text)', async () => {
    const played = createFakeChannel({ answer: echo });
    await played.advance(3000);
    played.kill();
    void played.channel.bridge.call(callOf(0, 'chat.send'));
    void played.channel.bridge.call(callOf(1, 'drafts.keep', 'a'));
    void played.channel.bridge.call(callOf(2, 'drafts.keep', 'ab'));
    let isTyping = true;
    played.saveNow = () => {
      if (isTyping) void played.channel.bridge.call(callOf(3, 'drafts.keep', 'abc'));
      isTyping = false;
    };
    played.start();
    let savedAtReload: readonly unknown[] = [];
    await played.advance(500);
    savedAtReload = callsAt(played);
    expect(savedAtReload).toEqual([0, 'a', 'ab', 'abc']);
    expect(played.reloads()).toBe(1);
  });

  test('receives a sent message again, but no call that it may already have run (catches a lost message, and one sent twice)', async () => {
    const played = createFakeChannel();
    await played.advance(3000);
    void played.channel.bridge.call(callOf(0, 'chat.send'));
    const regenerated = played.channel.bridge.call(callOf(1, 'chat.regenerate'));
    await played.settle();
    await restart(played);
    expect(callsAt(played)).toEqual([0]);
    expect(await regenerated).toMatchObject({ ok: false, failure: { code: 'connection-lost' } });
    expect(played.reloads()).toBe(0);
    played.saveNow = () => void played.channel.bridge.call(callOf(2, 'drafts.keep'));
    played.send({ kind: 'answer', id: 0, result: ok(undefined) });
    await played.advance(100);
    expect(callsAt(played)).toEqual([0, 2]); // the composer, which is empty now
    expect(played.reloads()).toBe(0);
  });

  test('delays the reload until everything is saved when the connection breaks meanwhile', async () => {
    const played = createFakeChannel();
    await played.advance(3000);
    played.kill();
    void played.channel.bridge.call(callOf(0, 'drafts.keep', 'a'));
    played.start();
    await played.advance(1500);
    expect(played.reloads()).toBe(0);
    played.kill();
    await played.advance(30_000);
    expect(played.reloads()).toBe(0);
    played.start();
    await played.advance(1900);
    expect(callsAt(played)).toEqual(['a']);
    played.send({ kind: 'answer', id: 0, result: ok(undefined) });
    await played.advance(1);
    expect(played.reloads()).toBe(1);
  });

  test('restarts the ten seconds when the connection breaks while saving', async () => {
    const played = createFakeChannel();
    await played.advance(3000);
    played.kill();
    void played.channel.bridge.call(callOf(0, 'drafts.keep', 'a'));
    played.start();
    await played.advance(8000);
    played.cut();
    await played.advance(8000);
    expect(callsAt(played)).toEqual(['a', 'a']);
    expect(played.states.at(-1)).toBe('restarted');
    played.send({ kind: 'answer', id: 0, result: ok(undefined) });
    await played.advance(1);
    expect(played.reloads()).toBe(1);
  });

  test('lets the user reload when saving takes longer than ten seconds (catches attachments lost on a slow connection)', async () => {
    const played = createFakeChannel();
    await played.advance(3000);
    void played.channel.bridge.call(callOf(0, 'drafts.keep', 'a'));
    await played.settle();
    await restart(played);
    await played.advance(60_000);
    expect(played.reloads()).toBe(0);
    expect(played.states.at(-1)).toBe('outdated');
  });

  test('lets the user reload when a text is too long to save', async () => {
    const played = createFakeChannel({ answer: echo, maxMessageLength: 1000 });
    await played.advance(3000);
    played.saveNow = () => void played.channel.bridge.call(callOf(0, 'drafts.keep', 'x'.repeat(1000)));
    await restart(played);
    await played.advance(60_000);
    expect(played.reloads()).toBe(0);
    expect(played.states.at(-1)).toBe('outdated');
  });

  test('doesn’t reload when unsaved input would be lost', async () => {
    const played = createFakeChannel({
      answer: (message) =>
        message.kind === 'request' && message.request.kind === 'call' && message.request.route === 'drafts.keep'
          ? { kind: 'answer', id: message.request.id, result: fail('database-disk-full', { database: 'history' }) }
          : undefined,
    });
    await played.advance(3000);
    void played.channel.bridge.call(callOf(0, 'drafts.keep', 'a'));
    await restart(played);
    await played.advance(10_000);
    expect(played.states.at(-1)).toBe('outdated');
    expect(played.reloads()).toBe(0);

    const withForm = createFakeChannel();
    withForm.hasUnsavedForm = true;
    await withForm.advance(3000);
    await restart(withForm);
    expect(withForm.states.at(-1)).toBe('outdated');
    expect(withForm.reloads()).toBe(0);
  });
});

test.each([
  ['http://localhost:8080/', 'ws://localhost:8080/channel'],
  ['https://hub.example.org/user/ada/causeway/#x', 'wss://hub.example.org/user/ada/causeway/channel'],
])('derives the channel URL from the page: %s', (page, address) => expect(channelUrl(page)).toBe(address));

test('repeats no route by accident (catches a new route that nobody has thought about)', () => {
  const changesTwice = [
    'catalog.putEntry',
    'catalog.putModel',
    'catalog.removeEntry',
    'catalog.removeModel',
    'chat.continue',
    'chat.decideCall',
    'chat.editResult',
    'chat.regenerate',
    'history.deleteMessage',
    'history.emptyTrash',
    'history.putFolder',
    'history.removeFolder',
    'history.restoreMessage',
    'localApi.checkProgram',
    'localApi.createKey',
    'localApi.revokeKey',
    'localApi.undoProgram',
    'notebook.branchAtToken',
    'notebook.continue',
    'profiles.add',
    'profiles.duplicate',
    'profiles.remove',
    'questions.answer',
    'runs.create',
    'runs.delete',
    'runs.dryRun',
    'runs.duplicate',
    'runs.openRecipe',
    'runs.pasteTable',
    'runs.pause',
    'runs.readTable',
    'runs.retry',
    'runs.start',
    'runs.stop',
    'tools.put',
    'tools.putServer',
    'tools.remove',
    'tools.removeServer',
    'tools.restore',
    'tunnel.confirmNewInstance',
    'tunnel.reconnect',
  ];
  const others = Object.keys(routes).filter((route) => !isRepeatable(route));
  expect(others.filter((route) => !route.startsWith('shell.')).toSorted()).toEqual(changesTwice);
});
