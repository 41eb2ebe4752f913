import { describe, expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { createCompletion } from '../../../renderer/completion/completion.ts';
import { answerWith, conversationWith, storedAnswer, userMessage } from '../chat/answers.ts';
import { createFakeSession } from '../fake-session.ts';

const settings = { model: 'beta', systemPrompt: '', parameters: {}, toolIds: [] };
const text = (words: string) => answerWith({ parts: [{ kind: 'text', text: words }] });

async function setUp(draft = '', origin = '') {
  const made = await createFakeSession();
  const complete = createCompletion(made.session, () => 'Lab');
  await made.answer('drafts.read', ok({ text: draft }), -2);
  await made.answer('drafts.read', ok({ text: origin }));
  const progress = (words: string) => {
    made.fake.send({
      event: 'chat.progress',
      payload: { conversationId: 'c', messageId: 'm', deltas: [{ kind: 'append', index: 0, text: words }] },
    });
  };
  const begin = async () => {
    void complete.continueText(settings);
    await made.answer('chat.complete', ok({ conversationId: 'c', messageId: 'm' }));
    await made.answer(
      'history.open',
      ok({ conversation: conversationWith('c', { kind: 'completion' }), messages: [], hasOlder: false, hasNewer: false }),
    );
  };
  const end = (words: string) => {
    made.fake.send({ event: 'chat.message', payload: storedAnswer('m', { answer: text(words) }) });
  };
  return { ...made, complete, progress, begin, end };
}

describe('a completion', () => {
  test('grows in place and ends as it is saved (catches words doubled at the end)', async () => {
    const { complete, begin, progress, end } = await setUp();
    complete.edit('Once');
    await begin();
    progress(' upon');
    expect(complete.text.read()).toEqual({ text: 'Once upon', byModel: [{ start: 4, end: 9 }] });
    end(' upon a time');
    expect(complete.text.read().text).toBe('Once upon a time');
    expect(complete.run.read().kind).toBe('over');
  });

  test('applies events that arrive before its id is known (catches first words lost)', async () => {
    const { complete, progress, answer } = await setUp();
    complete.edit('Once');
    void complete.continueText(settings);
    progress(' upon');
    await answer('chat.complete', ok({ conversationId: 'c', messageId: 'm' }));
    expect(complete.text.read().text).toBe('Once upon');
  });

  test('continues the same conversation and undoes each continuation alone (catches an undo that takes all)', async () => {
    const { complete, begin, end, calls } = await setUp();
    complete.edit('A');
    await begin();
    end('B');
    await begin();
    end('C');
    expect(calls('chat.complete').map(({ input }) => input)).toMatchObject([
      { conversationId: null, folder: 'Lab', prompt: 'A' },
      { conversationId: 'c', prompt: 'AB' },
    ]);
    expect(calls('chat.complete')[1]?.input).not.toHaveProperty('folder'); // it stays in the folder it was moved to
    complete.undo();
    expect(complete.text.read().text).toBe('AB');
    complete.undo();
    expect([complete.text.read().text, complete.undoState.read().canUndo]).toEqual(['A', false]);
  });

  test('undoes the user’s edits first and redoes everything (catches an undo that loses what was typed)', async () => {
    const { complete, begin, end } = await setUp();
    complete.edit('A');
    await begin();
    end('B');
    complete.edit('ABc');
    complete.edit('ABcd');
    complete.undo();
    expect(complete.text.read().text).toBe('AB');
    complete.undo();
    expect(complete.text.read().text).toBe('A');
    complete.redo();
    complete.redo();
    expect([complete.text.read().text, complete.undoState.read()]).toEqual(['ABcd', { canUndo: true, canRedo: false }]);
    complete.undo();
    complete.edit('AB!');
    expect(complete.undoState.read().canRedo).toBe(false);
  });

  test('can be restored with Undo after starting a new one (catches a page lost by one click)', async () => {
    const { complete } = await setUp('long thoughts');
    complete.startNew();
    expect(complete.text.read().text).toBe('');
    complete.undo();
    expect(complete.text.read().text).toBe('long thoughts');
  });

  test('can be stopped before its id is known (catches a stop that nobody hears)', async () => {
    const { complete, answer, calls } = await setUp();
    complete.edit('A');
    void complete.continueText(settings);
    complete.stop();
    expect(calls('chat.stop')).toEqual([]);
    await answer('chat.complete', ok({ conversationId: 'c', messageId: 'm' }));
    expect(calls('chat.stop').map(({ input }) => input)).toEqual([{ conversationId: 'c' }]);
  });

  test('ends when it ended before its id was known (catches a page that waits for ever)', async () => {
    const { complete, end, answer } = await setUp();
    complete.edit('A');
    void complete.continueText(settings);
    end('B');
    await answer('chat.complete', ok({ conversationId: 'c', messageId: 'm' }));
    expect([complete.text.read().text, complete.run.read().kind]).toEqual(['AB', 'over']);
  });

  test('keeps the text and shows the error when it can’t start', async () => {
    const { complete, answer } = await setUp();
    complete.edit('A');
    void complete.continueText(settings);
    await answer('chat.complete', fail('unexpected'));
    expect(complete.run.read()).toMatchObject({ kind: 'failed' });
    expect([complete.text.read().text, complete.undoState.read().canUndo]).toEqual(['A', false]);
  });

  test('is restored after a crash (catches a page lost with the window)', async () => {
    const { complete } = await setUp('kept words');
    expect(complete.text.read().text).toBe('kept words');
  });

  const saved = (state: 'complete' | 'running', words: string) =>
    ok({
      conversation: conversationWith('c', { kind: 'completion' }),
      messages: [
        userMessage('u', { text: 'A B' }),
        storedAnswer('m', { parentId: 'u', state, answer: answerWith({ parts: [{ kind: 'text', text: words }] }) }),
      ],
      hasOlder: false,
      hasNewer: false,
    });
  const originOf = (about: object) =>
    JSON.stringify({ keptId: 'c', isGrowing: false, byModel: [{ start: 1, end: 5 }], length: 5, ...about });

  test('is restored with its authorship and its conversation (catches colours and place lost by a reload)', async () => {
    const { complete, answer, calls } = await setUp('A B C', originOf({}));
    await answer('history.open', saved('complete', ' C'));
    expect(complete.text.read()).toEqual({ text: 'A B C', byModel: [{ start: 1, end: 5 }] });
    expect([complete.run.read().kind, complete.conversation.read()?.id]).toEqual(['over', 'c']);
    complete.undo();
    expect(complete.text.read()).toEqual({ text: 'A B', byModel: [{ start: 1, end: 3 }] });
    complete.redo();
    void complete.continueText(settings);
    expect(calls('chat.complete').at(-1)?.input).toMatchObject({ conversationId: 'c', prompt: 'A B C' });
  });

  test('is restored with edits made after it was saved (catches an edit undone by a reload)', async () => {
    const { complete, answer } = await setUp('A B !', originOf({ byModel: [{ start: 1, end: 3 }] }));
    await answer('history.open', saved('complete', ' C'));
    expect(complete.text.read()).toEqual({ text: 'A B !', byModel: [{ start: 1, end: 3 }] });
    expect([complete.run.read().kind, complete.conversation.read()?.id]).toEqual(['idle', 'c']);
  });

  test.each([
    '',
    '{',
    '[]',
    'null',
    originOf({ length: 9 }),
    originOf({ byModel: [{ start: 3, end: 99 }] }),
    originOf({ byModel: [null] }),
  ])('is all the user’s when restored with %s (catches a window that can’t be opened for its draft)', async (origin) => {
    const { complete } = await setUp('A B C', origin);
    expect(complete.text.read()).toEqual({ text: 'A B C', byModel: [] });
  });

  test('keeps growing after a reload while the model is writing (catches words lost, or doubled, by a reload in the middle)', async () => {
    const { complete, answer, progress, end, fake } = await setUp('A B', originOf({ isGrowing: true, byModel: [], length: 3 }));
    await answer('history.open', saved('running', ' C')); // from the disk, which is behind
    expect(complete.text.read()).toEqual({ text: 'A B C', byModel: [{ start: 3, end: 5 }] });
    const snapshot = saved('running', ' C D').value.messages[1];
    if (snapshot?.role === 'assistant') fake.send({ event: 'chat.message', payload: snapshot });
    progress(' E');
    expect(complete.text.read().text).toBe('A B C D E');
    end(' C D E F');
    expect([complete.text.read().text, complete.run.read().kind]).toEqual(['A B C D E F', 'over']);
  });

  test('opens from the history with the model’s text marked', async () => {
    const { complete, answer } = await setUp();
    void complete.open('c');
    await answer(
      'history.open',
      ok({
        conversation: conversationWith('c', { kind: 'completion' }),
        messages: [userMessage('u', { text: 'A' }), storedAnswer('m', { parentId: 'u', answer: text('B') })],
        hasOlder: false,
        hasNewer: false,
      }),
    );
    expect(complete.text.read()).toEqual({ text: 'AB', byModel: [{ start: 1, end: 2 }] });
  });

  test('opens with all unedited text of the model marked (catches a text whose earlier steps look like the user’s)', async () => {
    const { complete, answer } = await setUp();
    void complete.open('c');
    await answer(
      'history.open',
      ok({
        conversation: conversationWith('c', { kind: 'completion' }),
        messages: [
          userMessage('u1', { text: 'One' }),
          storedAnswer('m1', { parentId: 'u1', answer: text(' two') }),
          userMessage('u2', { parentId: 'm1', text: 'One two, three' }),
          storedAnswer('m2', { parentId: 'u2', answer: text(' four') }),
          userMessage('u3', { parentId: 'm2', text: 'One two, three FOUR' }),
          storedAnswer('m3', { parentId: 'u3', answer: text(' five') }),
          userMessage('u4', { parentId: 'm3', text: 'One two, three FOUR five' }),
          storedAnswer('m4', { parentId: 'u4', answer: text(' taken back') }),
          userMessage('u5', { parentId: 'm4', text: 'One two, three FOUR five' }),
          storedAnswer('m5', { parentId: 'u5', answer: text(' six') }),
        ],
        hasOlder: false,
        hasNewer: false,
      }),
    );
    const { text: whole, byModel } = complete.text.read();
    expect(whole).toBe('One two, three FOUR five six');
    expect(byModel.map(({ start, end }) => whole.slice(start, end))).toEqual([' two', ' five six']);
  });
});
