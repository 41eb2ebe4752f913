import { describe, expect, test } from 'vitest';
import { ok, type Failure } from '../../../electron/contract/failure.ts';
import { failed } from '../../support/recorded-failure.ts';
import type { Notice } from '../../../electron/contract/notice.ts';
import { createBridge } from '../../../renderer/bridge/bridge.ts';
import { createNoticesStore } from '../../../renderer/state/notices-store.ts';
import { createFakeBridge } from '../fake-bridge.ts';

const notice = (id: string): Notice => ({ id, tone: 'info', message: id, remedy: '' });

function setUp() {
  const bridge = createFakeBridge();
  const failures: Failure[] = [];
  const store = createNoticesStore(createBridge(bridge), (failure) => failures.push(failure));
  const next = () => new Promise<void>((resolve) => store.subscribe(resolve));
  return { bridge, failures, store, next };
}

describe('notices store', () => {
  test('keeps an event when an older response arrives after it (catches a notice that vanishes)', async () => {
    const { bridge, store } = setUp();
    bridge.send({ event: 'notices.changed', payload: [notice('new')] });
    bridge.answer(0, ok([]));
    await new Promise(setImmediate);
    expect(store.read()).toEqual([notice('new')]);
  });

  test('removes a dismissed notice at once and restores it if dismissing fails (catches silently lost notices)', async () => {
    const { bridge, failures, store, next } = setUp();
    const loaded = next();
    bridge.answer(0, ok([notice('a'), notice('b')]));
    await loaded;
    const dismissal = store.dismiss('a');
    expect(store.read()).toEqual([notice('b')]);
    bridge.answer(1, failed('storage', 'No.', 'Try.'));
    await dismissal;
    expect(store.read()).toEqual([notice('b'), notice('a')]);
    expect(failures).toHaveLength(1);
  });
});
