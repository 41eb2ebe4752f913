import { describe, expect, test } from 'vitest';
import type { AnswerDelta, AnswerPart } from '../../../electron/contract/answer.ts';
import { createBridge } from '../../../renderer/bridge/bridge.ts';
import { createStreamingAnswers, snapshotParts } from '../../../renderer/state/streaming-answer.ts';
import { answerWith, storedAnswer } from '../chat/answers.ts';
import { createFakeBridge } from '../fake-bridge.ts';

const text = (words: string): AnswerPart => ({ kind: 'text', text: words });
const running = (parts: readonly AnswerPart[] = []) => storedAnswer('m', { state: 'running', answer: answerWith({ parts, finish: null }) });
const done = (parts: readonly AnswerPart[]) => storedAnswer('m', { answer: answerWith({ parts }) });

function setUp() {
  const fake = createFakeBridge();
  const live = createStreamingAnswers(createBridge(fake), () => 0);
  const progress = (...deltas: AnswerDelta[]) =>
    fake.send({ event: 'chat.progress', payload: { conversationId: 'c', messageId: 'm', deltas } });
  return { fake, live, progress };
}

describe('streaming answers', () => {
  test('follows answers from their beginning, opened or not (catches words doubled or lost by opening late)', () => {
    const { fake, live, progress } = setUp();
    fake.send({ event: 'chat.message', payload: running() });
    progress({ kind: 'part', index: 0, part: text('Ye') });
    // The saved parts may be behind or ahead of the deltas, so they are ignored.
    const opened = live.forMessage(running([text('Yes and m')]));
    progress({ kind: 'append', index: 0, text: 's' });
    expect(snapshotParts(opened)).toEqual([text('Yes')]);
  });

  test('starts from the stored parts when the beginning was missed (catches an empty answer after a reload)', () => {
    const { live, progress } = setUp();
    const opened = live.forMessage(running([text('Ye')]));
    progress({ kind: 'append', index: 0, text: 's' });
    expect(snapshotParts(opened)).toEqual([text('Yes')]);
  });

  test('replaces an opened answer with a later snapshot (catches words lost between the two)', () => {
    const { fake, live, progress } = setUp();
    const opened = live.forMessage(running([text('Y')])); // from the disk, which is behind
    fake.send({ event: 'chat.message', payload: running([text('Ye')]) });
    progress({ kind: 'append', index: 0, text: 's' });
    expect(snapshotParts(opened)).toEqual([text('Yes')]);
  });

  test('finishes with the saved parts in the same stores (catches a re-mounted view)', () => {
    const { fake, live, progress } = setUp();
    fake.send({ event: 'chat.message', payload: running() });
    progress({ kind: 'part', index: 0, part: text('Ye') });
    const [store] = live.partsOf(running()).read();
    fake.send({ event: 'chat.message', payload: done([text('Yes.')]) });
    const after = live.partsOf(done([text('Yes.')])).read();
    expect(after).toEqual([store]);
    expect(store?.read()).toMatchObject({ part: text('Yes.'), endedAt: 0 });
    // Deltas that arrive after the end are already part of it.
    progress({ kind: 'append', index: 0, text: 's.' });
    expect(store?.read().part).toEqual(text('Yes.'));
  });

  test('keeps the parts of an answer that is continued (catches a continuation that starts empty)', () => {
    const { fake, live, progress } = setUp();
    fake.send({ event: 'chat.message', payload: done([text('One')]) }, { event: 'chat.message', payload: running([text('One')]) });
    progress({ kind: 'append', index: 0, text: ' two' });
    expect(snapshotParts(live.forMessage(running()))).toEqual([text('One two')]);
  });
});
