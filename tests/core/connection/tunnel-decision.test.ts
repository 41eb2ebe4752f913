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

test('probes once for many requests, which all use the result', async () => {
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
])('decides for %o: %s, with a reason in a sentence', async (look, expected) => {
  const { choice, looks } = scene();
  const route = choice.choose();
  looks[0]?.settle(look);
  expect(await route).toBe(expected);
  expect(choice.read()).toMatchObject({ now: expected, why: expect.stringMatching(/^[A-Z].*\.$/) });
});

test('decides nothing without an instance', async () => {
  const { choice, looks } = scene({ hasInstance: false });
  expect(await choice.choose()).toBe('straight');
  expect(looks).toEqual([]);
});

test('starts a new probe when invalidated during one, and serves the waiting requests with it', async () => {
  const { choice, looks } = scene();
  const route = choice.choose();
  choice.invalidate();
  expect(looks[0]?.signal.aborted).toBe(true);
  looks[0]?.settle({ kind: 'answered' }); // about the previous network
  await expect.poll(() => looks.length).toBe(2);
  looks[1]?.settle({ kind: 'not-permitted' });
  expect(await route).toBe('tunnel');
});

test('keeps using a tunnel that is up while probing again', async () => {
  const { choice, looks } = scene({ isTunnelUp: true });
  const first = choice.choose();
  looks[0]?.settle({ kind: 'not-permitted' });
  await first;
  choice.invalidate();
  expect(await choice.choose()).toBe('tunnel');
  looks[1]?.settle({ kind: 'answered' });
  await expect.poll(() => choice.read().now).toBe('straight');
});

test("doesn't wait for a tunnel that is down while probing again", async () => {
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

test("obeys the user's choice at once, even for requests that wait for a probe", async () => {
  const { choice, looks, changes } = scene();
  const waiting = choice.choose();
  choice.setPolicy('tunnel');
  looks[0]?.settle({ kind: 'answered' });
  expect(await waiting).toBe('tunnel');
  const before = changes();
  choice.setPolicy('tunnel'); // unchanged
  expect(changes()).toBe(before);
  choice.invalidate();
  expect(looks).toHaveLength(1);
  choice.setPolicy('auto');
  void choice.choose();
  expect(looks).toHaveLength(2);
});

test('probes nothing after close, and nobody waits forever', async () => {
  const { choice, looks } = scene();
  const waiting = choice.choose();
  choice.close();
  looks[0]?.settle({ kind: 'answered' });
  expect(await waiting).toBe('straight');
  expect(looks).toHaveLength(1);
});
