import { expect, test } from 'vitest';
import type { StoredMessage } from '../../../electron/contract/history.ts';
import { createBridge } from '../../../renderer/bridge/bridge.ts';
import { createCallInputs } from '../../../renderer/chat/call-inputs.ts';
import { createFakeBridge } from '../fake-bridge.ts';

const input = { text: '{}', result: 'clear', isTyping: true };
const call = (conversationId: string, callId: string) => ({ conversationId, messageId: `answer-${conversationId}`, callId });
const result = (conversationId: string, callId: string): StoredMessage => ({
  id: 'result',
  conversationId,
  parentId: 'answer',
  createdAt: 0,
  siblings: [],
  role: 'tool',
  callId,
  name: 'find',
  text: '',
  isError: false,
  by: 'user',
});

function setUp() {
  const fake = createFakeBridge();
  const inputs = createCallInputs(createBridge(fake).on);
  for (const address of [call('a', '1'), call('a', '2'), call('b', '1')]) inputs.save(address, input);
  const kept = () => [call('a', '1'), call('a', '2'), call('b', '1')].filter((address) => inputs.read(address) !== undefined);
  return { fake, inputs, kept };
}

test('forgets the input of a call that got a result elsewhere (catches an old result offered for a new call)', () => {
  const { fake, kept } = setUp();
  fake.send({ event: 'chat.message', payload: result('a', '1') });
  expect(kept()).toEqual([call('a', '2'), call('b', '1')]);
});

test('forgets the inputs of conversations that were deleted permanently', () => {
  const { fake, kept } = setUp();
  fake.send({ event: 'history.purged', payload: ['a'] });
  expect(kept()).toEqual([call('b', '1')]);
});

test('forgets the input of a decided call', () => {
  const { inputs, kept } = setUp();
  inputs.forget(call('a', '2'));
  expect(kept()).toEqual([call('a', '1'), call('b', '1')]);
});
