import { describe, expect, test } from 'vitest';
import type { AnswerDelta } from '../../../electron/contract/answer.ts';
import type { Question } from '../../../electron/contract/exchange.ts';
import { failed, ok } from '../../../electron/contract/failure.ts';
import { createBridge } from '../../../renderer/bridge/create-bridge.ts';
import { startNewConversation } from '../../../renderer/chat/chat.ts';
import { createConversation } from '../../../renderer/chat/conversation-store.ts';
import { partsSoFar } from '../../../renderer/chat/live-answer.ts';
import { runningTurn, type Turn } from '../../../renderer/chat/turn.ts';
import type { ToastMessage } from '../../../renderer/ui/toaster.ts';
import { createFakeBridge } from '../fake-bridge.ts';
import { answerWith } from './answers.ts';

const asked = { model: 'beta', mode: 'proxy' } as const;
const cut = failed('answer-cut', 'It broke off.', 'Try again.').failure;
const text = (words: string) => ({ kind: 'text' as const, text: words });

function setUp() {
  const fake = createFakeBridge();
  let count = 0;
  const conversation = createConversation(
    createBridge(fake),
    () => 0,
    () => `id-${count++}`,
  );
  const calls = (route: string) => fake.requests.filter((request) => request.kind === 'call').filter((each) => each.route === route);
  const questions = () => calls('chat.ask').map(({ input }) => input as Question);
  const progress = (deltas: readonly AnswerDelta[], id = questions().at(-1)?.id ?? '') => {
    fake.send({ event: 'chat.progress', payload: { id, deltas } });
  };
  const settle = async (value: unknown, nth = -1) => {
    fake.answer(calls('chat.ask').at(nth)?.id ?? -1, value);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { conversation, calls, questions, progress, settle };
}

const shapes = (turns: readonly Turn[]) =>
  turns.map((turn) => (turn.kind === 'user' ? turn.text : turn.state.kind === 'running' ? 'running' : turn.state.parts));

describe('the conversation', () => {
  test('shows the question at once, the growing answer, then the outcome (catches a late delta that doubles text)', async () => {
    const { conversation, progress, settle, questions } = setUp();
    conversation.ask('Hello?', asked);
    progress([{ kind: 'part', index: 0, part: text('Ye') }]);
    const running = runningTurn(conversation.read());
    expect(running && partsSoFar(running.state.live)).toEqual([text('Ye')]);
    await settle(ok({ answer: answerWith({ parts: [text('Yes.')] }), failure: null }));
    progress([{ kind: 'append', index: 0, text: 's.' }], questions()[0]?.id);
    expect(shapes(conversation.read())).toEqual(['Hello?', [text('Yes.')]]);
  });

  test('sends what was said before (catches a model without memory)', async () => {
    const { conversation, settle, questions } = setUp();
    conversation.ask('One', asked);
    await settle(ok({ answer: answerWith(), failure: null }));
    conversation.ask('Two', asked);
    expect(questions().at(-1)?.messages).toEqual([
      { role: 'user', text: 'One' },
      { role: 'assistant', parts: [text('Yes.')] },
      { role: 'user', text: 'Two' },
    ]);
  });

  test('sends no turn in which nothing was said (catches a service that refuses an empty message)', async () => {
    const { conversation, settle, questions } = setUp();
    conversation.ask('One', asked);
    await settle(ok({ answer: answerWith({ parts: [{ kind: 'reasoning', text: 'Hm' }] }), failure: cut }));
    conversation.ask('Two', asked);
    expect(questions().at(-1)?.messages).toEqual([
      { role: 'user', text: 'One' },
      { role: 'user', text: 'Two' },
    ]);
  });

  test('keeps what came when even the call fails (catches a partial answer lost with the border)', async () => {
    const { conversation, progress, settle } = setUp();
    conversation.ask('Hello?', asked);
    progress([{ kind: 'part', index: 0, part: text('Ye') }]);
    await settle(failed('unexpected', 'A mistake.', 'Try again.'));
    expect(shapes(conversation.read())).toEqual(['Hello?', [text('Ye')]]);
  });

  test('tries again below a broken answer, which stays and is not sent (catches received text thrown away)', async () => {
    const { conversation, settle, questions } = setUp();
    conversation.ask('Hello?', asked);
    await settle(ok({ answer: answerWith({ parts: [text('Ye')] }), failure: cut }));
    conversation.tryAgain(asked);
    expect(shapes(conversation.read())).toEqual(['Hello?', [text('Ye')], 'running']);
    expect(questions().at(-1)?.messages).toEqual([{ role: 'user', text: 'Hello?' }]);
  });

  test('tries again in place of an answer that never began (catches a pile of empty turns)', async () => {
    const { conversation, settle } = setUp();
    conversation.ask('Hello?', asked);
    await settle(failed('unreachable', 'No way.', 'Try again.'));
    conversation.tryAgain(asked);
    expect(shapes(conversation.read())).toEqual(['Hello?', 'running']);
  });

  test('stops the answer that runs and waits for its outcome (catches a stop that drops the rest)', async () => {
    const { conversation, settle, calls, questions } = setUp();
    conversation.stop();
    conversation.ask('Hello?', asked);
    conversation.stop();
    expect(calls('chat.stop').map(({ input }) => input)).toEqual([{ id: questions()[0]?.id }]);
    expect(runningTurn(conversation.read())?.state.isStopping).toBe(true);
    await settle(ok({ answer: answerWith({ parts: [text('Ye')] }), failure: failed('cancelled', '', '').failure }));
    expect(shapes(conversation.read())).toEqual(['Hello?', [text('Ye')]]);
  });
});

describe('a new conversation', () => {
  test('can be undone, with the end of an answer that still ran (catches a turn that runs for ever)', async () => {
    const { conversation, settle } = setUp();
    const toasts: ToastMessage[] = [];
    const toaster = { show: (toast: ToastMessage) => void toasts.push(toast) };
    startNewConversation(conversation, toaster);
    expect(toasts).toEqual([]);
    conversation.ask('Old', asked);
    startNewConversation(conversation, toaster);
    expect(conversation.read()).toEqual([]);
    await settle(ok({ answer: answerWith(), failure: null }));
    conversation.ask('New', asked);
    toasts[0]?.action?.onSelect();
    expect(shapes(conversation.read())).toEqual(['Old', [text('Yes.')]]);
    // What was begun meanwhile is set aside with an undo of its own, and its answer ends there too.
    await settle(ok({ answer: answerWith({ parts: [text('Late')] }), failure: null }));
    toasts[1]?.action?.onSelect();
    expect(shapes(conversation.read())).toEqual(['New', [text('Late')]]);
  });

  test('an answer brought back while it runs ends on the screen (catches an outcome lost between two homes)', async () => {
    const { conversation, settle } = setUp();
    conversation.ask('Old', asked);
    const before = conversation.swap();
    conversation.swap(before);
    await settle(ok({ answer: answerWith(), failure: null }));
    expect(shapes(conversation.read())).toEqual(['Old', [text('Yes.')]]);
  });
});
