import { expect, test } from 'vitest';
import { createTunnelDecision, type ProbeResult } from '../../../electron/core/connection/tunnel-decision.ts';
import { recordedFailure } from '../../support/recorded-failure.ts';
import { routeText } from '../../../electron/core/connection/text.ts';

function openDecision(more: { readonly hasInstance?: boolean; readonly isTunnelUp?: boolean } = {}) {
  const probes: { readonly settle: (result: ProbeResult) => void; readonly signal: AbortSignal }[] = [];
  let changes = 0;
  const choice = createTunnelDecision({
    wanted: 'auto',
    hasInstance: more.hasInstance ?? true,
    isTunnelUp: () => more.isTunnelUp ?? false,
    probe: (signal) => new Promise((settle) => void probes.push({ settle, signal })),
    onChange: () => void (changes += 1),
  });
  return { choice, probes, changes: () => changes };
}

const lost: ProbeResult = { kind: 'failed', failure: recordedFailure('name-not-found', 'Nobody knows the host.', '') };

test('probes once for many requests, which all use the result', async () => {
  const { choice, probes } = openDecision();
  const requests = [choice.choose(), choice.choose(), choice.choose()];
  expect(choice.read()).toMatchObject({ now: 'undecided', why: routeText.probing });
  probes[0]?.settle({ kind: 'answered' });
  expect(await Promise.all(requests)).toEqual(['straight', 'straight', 'straight']);
  expect(probes).toHaveLength(1);
});

test.each<readonly [ProbeResult, 'straight' | 'tunnel']>([
  [{ kind: 'answered' }, 'straight'],
  [{ kind: 'not-permitted' }, 'tunnel'],
  [lost, 'tunnel'],
  [{ kind: 'nothing-to-ask' }, 'tunnel'],
])('decides for %o: %s, with a reason in a sentence', async (result, expected) => {
  const { choice, probes } = openDecision();
  const route = choice.choose();
  probes[0]?.settle(result);
  expect(await route).toBe(expected);
  expect(choice.read()).toMatchObject({ now: expected, why: expect.stringMatching(/^[A-Z].*\.$/) });
});

test('starts a new probe when invalidated during one, and serves the waiting requests with it', async () => {
  const { choice, probes } = openDecision();
  const route = choice.choose();
  choice.invalidate();
  expect(probes[0]?.signal.aborted).toBe(true);
  probes[0]?.settle({ kind: 'answered' }); // about the previous network
  await expect.poll(() => probes.length).toBe(2);
  probes[1]?.settle({ kind: 'not-permitted' });
  expect(await route).toBe('tunnel');
});

test('keeps using a tunnel that is up while probing again', async () => {
  const { choice, probes } = openDecision({ isTunnelUp: true });
  const first = choice.choose();
  probes[0]?.settle({ kind: 'not-permitted' });
  await first;
  choice.invalidate();
  expect(await choice.choose()).toBe('tunnel');
  probes[1]?.settle({ kind: 'answered' });
  await expect.poll(() => choice.read().now).toBe('straight');
});

test("doesn't wait for a tunnel that is down while probing again", async () => {
  const { choice, probes } = openDecision({ isTunnelUp: false });
  const first = choice.choose();
  probes[0]?.settle({ kind: 'not-permitted' });
  await first;
  choice.invalidate();
  expect(choice.read().now).toBe('undecided');
  const second = choice.choose();
  probes[1]?.settle({ kind: 'answered' });
  expect(await second).toBe('straight');
});

test('probes nothing after close, and nobody waits forever', async () => {
  const { choice, probes } = openDecision();
  const waiting = choice.choose();
  choice.close();
  probes[0]?.settle({ kind: 'answered' });
  expect(await waiting).toBe('straight');
  expect(probes).toHaveLength(1);
});
