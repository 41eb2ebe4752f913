import { expect, test } from 'vitest';
import { createTunnelDecision, type TunnelDecision, type ProbeResult } from '../../../electron/core/connection/tunnel-decision.ts';

interface Scene {
  readonly choice: TunnelDecision;
  readonly looks: { readonly settle: (look: ProbeResult) => void; readonly signal: AbortSignal }[];
  readonly changes: () => number;
}

function scene(more: { readonly hasInstance?: boolean; readonly isTunnelUp?: boolean } = {}): Scene {
  const looks: Scene['looks'] = [];
  let changes = 0;
  const choice = createTunnelDecision({
    wanted: 'auto',
    hasInstance: more.hasInstance ?? true,
    isTunnelUp: () => more.isTunnelUp ?? false,
    probe: (signal) => new Promise((settle) => void looks.push({ settle, signal })),
    onChange: () => void (changes += 1),
  });
  return { choice, looks, changes: () => changes };
}

const lost: ProbeResult = { kind: 'failed', failure: { code: 'name-not-found', message: 'Nobody knows the host.', remedy: '' } };

test('many requests look once, and all go the way that was found', async () => {
  const { choice, looks } = scene();
  const requests = [choice.choose(), choice.choose(), choice.choose()];
  expect(choice.read()).toMatchObject({ now: 'undecided', why: 'Looking whether the engines answer from here.' });
  looks[0]?.settle({ kind: 'answered' });
  expect(await Promise.all(requests)).toEqual(['straight', 'straight', 'straight']);
  expect(looks).toHaveLength(1);
});

test.each<readonly [ProbeResult, 'straight' | 'tunnel']>([
  [{ kind: 'answered' }, 'straight'],
  [{ kind: 'not-permitted' }, 'tunnel'],
  [lost, 'tunnel'],
  [{ kind: 'nothing-to-ask' }, 'tunnel'],
])('%o leads to %s, and the reason is a sentence', async (look, expected) => {
  const { choice, looks } = scene();
  const route = choice.choose();
  looks[0]?.settle(look);
  expect(await route).toBe(expected);
  expect(choice.read()).toMatchObject({ now: expected, why: expect.stringMatching(/^[A-Z].*\.$/) });
});

test('without an instance there is nothing to decide', async () => {
  const { choice, looks } = scene({ hasInstance: false });
  expect(await choice.choose()).toBe('straight');
  expect(looks).toEqual([]);
});

test('doubt while looking begins another look, whose outcome serves those who wait already', async () => {
  const { choice, looks } = scene();
  const route = choice.choose();
  choice.invalidate();
  expect(looks[0]?.signal.aborted).toBe(true);
  looks[0]?.settle({ kind: 'answered' }); // of the network before
  await expect.poll(() => looks.length).toBe(2);
  looks[1]?.settle({ kind: 'not-permitted' });
  expect(await route).toBe('tunnel');
});

test('a tunnel that is up stays in use while it is looked again', async () => {
  const { choice, looks } = scene({ isTunnelUp: true });
  const first = choice.choose();
  looks[0]?.settle({ kind: 'not-permitted' });
  await first;
  choice.invalidate();
  expect(await choice.choose()).toBe('tunnel');
  looks[1]?.settle({ kind: 'answered' });
  await expect.poll(() => choice.read().now).toBe('straight');
});

test('a tunnel that is not up is not waited for while it is looked again', async () => {
  const { choice, looks } = scene({ isTunnelUp: false });
  const first = choice.choose();
  looks[0]?.settle({ kind: 'not-permitted' });
  await first;
  choice.invalidate();
  expect(choice.read().now).toBe('undecided');
  const second = choice.choose();
  looks[1]?.settle({ kind: 'answered' });
  expect(await second).toBe('straight');
});

test('a choice of the user is obeyed at once, even by those who wait for a look', async () => {
  const { choice, looks, changes } = scene();
  const waiting = choice.choose();
  choice.setPolicy('tunnel');
  looks[0]?.settle({ kind: 'answered' });
  expect(await waiting).toBe('tunnel');
  const before = changes();
  choice.setPolicy('tunnel'); // nothing new
  expect(changes()).toBe(before);
  choice.invalidate();
  expect(looks).toHaveLength(1);
  choice.setPolicy('auto');
  void choice.choose();
  expect(looks).toHaveLength(2);
});

test('after the end nothing is looked at any more, and nobody waits for ever', async () => {
  const { choice, looks } = scene();
  const waiting = choice.choose();
  choice.close();
  looks[0]?.settle({ kind: 'answered' });
  expect(await waiting).toBe('straight');
  expect(looks).toHaveLength(1);
});
