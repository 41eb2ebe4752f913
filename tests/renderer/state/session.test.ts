import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { failed } from '../../support/recorded-failure.ts';
import { createBridge } from '../../../renderer/bridge/bridge.ts';
import { createConnectionStore } from '../../../renderer/state/session.ts';
import { describeConnectionState } from '../../../renderer/shared/labels.ts';
import { sharedText } from '../../../renderer/shared/text.ts';
import { readyWith } from '../chat/answers.ts';
import { createFakeBridge } from '../fake-bridge.ts';

const ready = readyWith([]);
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('keeps an event when an older response arrives after it (catches “starting” for ever)', async () => {
  const fake = createFakeBridge();
  const store = createConnectionStore(createBridge(fake));
  expect(describeConnectionState(store.read())).toBe(sharedText.connection.connecting);
  fake.send({ event: 'connection.changed', payload: ready });
  fake.answer(0, ok({ state: 'starting' }));
  await settled();
  expect(describeConnectionState(store.read())).toBe('Demo · Proxy');
});

test('shows the failure when reading fails (catches waiting without a word)', async () => {
  const fake = createFakeBridge();
  const store = createConnectionStore(createBridge(fake));
  fake.answer(0, failed('unexpected', 'A mistake.', 'Try again.'));
  await settled();
  expect(describeConnectionState(store.read())).toBe('A mistake.');
});
