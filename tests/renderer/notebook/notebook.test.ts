import { describe, expect, test } from 'vitest';
import type { TextToSave } from '../../../electron/contract/chat-turn.ts';
import { ok } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { createNotebook, type Notebook } from '../../../renderer/notebook/notebook.ts';
import { answerWith, conversationWith, storedAnswer, userMessage } from '../chat/answers.ts';
import { createFakeSession } from '../fake-session.ts';

const settings = { model: 'beta', systemPrompt: '', parameters: {}, toolIds: [] };
const text = (words: string) => answerWith({ parts: [{ kind: 'text', text: words }] });

/** Returns the text and its ranges without the tokens' places. */
const plain = ({ text: shown }: Notebook) => {
  const { text: whole, byModel } = shown.read();
  return { text: whole, byModel: byModel.map(({ start, end }) => ({ start, end })) };
};

async function setUp(remembered = '') {
  const made = await createFakeSession();
  const notebook = createNotebook(made.session, () => 'Lab');
  await made.answer('drafts.read', ok({ text: remembered }));
  const progress = (words: string) =>
    made.fake.send({
      event: 'chat.progress',
      payload: { conversationId: 'c', messageId: 'm', deltas: [{ kind: 'append', index: 0, text: words }] },
    });
  const begin = async () => {
    void notebook.continueText({ settings, cursor: null, count: 1 });
    await made.answer('notebook.continue', ok({ conversationId: 'c', messageId: 'm', messageIds: ['m'] }));
  };
  const end = (words: string) => made.fake.send({ event: 'chat.message', payload: storedAnswer('m', { answer: text(words) }) });
  return { ...made, notebook, progress, begin, end };
}

describe('a notebook', () => {
  test('applies events that arrive before its id is known (catches first words lost)', async () => {
    const { notebook, progress, answer } = await setUp();
    notebook.edit('Once');
    void notebook.continueText({ settings, cursor: null, count: 1 });
    progress(' upon');
    await answer('notebook.continue', ok({ conversationId: 'c', messageId: 'm', messageIds: ['m'] }));
    expect(notebook.text.read().text).toBe('Once upon');
  });

  test('undoes the user’s edits first and redoes everything (catches an undo that loses what was typed)', async () => {
    const { notebook, begin, end } = await setUp();
    notebook.edit('A');
    await begin();
    end('B');
    notebook.edit('ABc');
    notebook.edit('ABcd');
    notebook.undo();
    expect(notebook.text.read().text).toBe('AB');
    notebook.undo();
    expect(notebook.text.read().text).toBe('A');
    notebook.redo();
    notebook.redo();
    expect([notebook.text.read().text, notebook.undoState.read()]).toEqual(['ABcd', { canUndo: true, canRedo: false }]);
    notebook.undo();
    notebook.edit('AB!');
    expect(notebook.undoState.read().canRedo).toBe(false);
  });

  test('saves edits in one message, those after a continuation below it, and another text elsewhere (catches two texts in one)', async () => {
    const { notebook, begin, end, calls } = await setUp();
    notebook.edit('A');
    void notebook.save();
    notebook.edit('AB');
    void notebook.save();
    await begin();
    end('C');
    notebook.edit('ABC!');
    notebook.startNew();
    notebook.edit('New');
    void notebook.save();
    const saved = calls('notebook.saveText').map(({ input }) => input as TextToSave);
    expect(saved).toMatchObject([
      { parentId: null, prompt: 'A', folder: 'Lab' },
      { parentId: null, prompt: 'AB' },
      { parentId: 'm', prompt: 'ABC!', byModel: [{ start: 2, end: 3, messageId: 'm', from: 0 }] },
      { parentId: null, prompt: 'New' },
    ]);
    const [first, second, third, other] = saved;
    expect([second?.messageId, third?.conversationId]).toEqual([first?.messageId, first?.conversationId]);
    expect(other?.conversationId).not.toBe(first?.conversationId);
    const { conversationId, messageId } = first ?? {};
    expect(calls('notebook.continue')[0]?.input).toMatchObject({ conversationId, messageId, parentId: null, prompt: 'AB' });
    notebook.undo();
    expect([notebook.text.read().text, notebook.conversationId()]).toEqual(['ABC!', conversationId]);
  });

  test('is deleted when the user has emptied it and leaves it, unless it has branches', async () => {
    const { notebook, begin, end, calls, fake } = await setUp();
    notebook.edit('secret');
    void notebook.save();
    const id = notebook.conversationId();
    fake.send({ event: 'history.changed', payload: [conversationWith(id, { kind: 'notebook' })] });
    notebook.edit('');
    notebook.startNew();
    expect(calls('history.purge').map(({ input }) => input)).toEqual([{ ids: [id] }]);
    notebook.edit('A');
    await begin();
    end('B');
    notebook.edit('');
    notebook.startNew();
    expect(calls('history.purge')).toHaveLength(1);
    expect(calls('notebook.saveText').at(-1)?.input).toMatchObject({ parentId: 'm', prompt: '' });
  });

  test('can be stopped before its id is known (catches a stop that nobody hears)', async () => {
    const { notebook, answer, calls } = await setUp();
    notebook.edit('A');
    void notebook.continueText({ settings, cursor: null, count: 1 });
    notebook.stop();
    expect(calls('chat.stop')).toEqual([]);
    await answer('notebook.continue', ok({ conversationId: 'c', messageId: 'm', messageIds: ['m'] }));
    expect(calls('chat.stop').map(({ input }) => input)).toEqual([{ conversationId: 'c' }]);
  });

  test('ends when it ended before its id was known (catches a page that waits for ever)', async () => {
    const { notebook, end, answer } = await setUp();
    notebook.edit('A');
    void notebook.continueText({ settings, cursor: null, count: 1 });
    end('B');
    await answer('notebook.continue', ok({ conversationId: 'c', messageId: 'm', messageIds: ['m'] }));
    expect([notebook.text.read().text, notebook.run.read().kind]).toEqual(['AB', 'over']);
  });

  test('leaves a text alone that was opened before the continuation of another one started (catches a text that another one overwrites)', async () => {
    const { notebook, answer, progress } = await setUp();
    notebook.edit('A');
    void notebook.continueText({ settings, cursor: null, count: 1 });
    void notebook.open('d');
    await answer(
      'history.open',
      ok({
        conversation: conversationWith('d', { kind: 'notebook' }),
        messages: [userMessage('u', { text: 'Other' }), storedAnswer('o', { parentId: 'u', answer: text(' text') })],
        hasOlder: false,
        hasNewer: false,
      }),
    );
    await answer('notebook.continue', ok({ conversationId: 'c', messageId: 'm', messageIds: ['m'] }));
    progress('B');
    expect([notebook.text.read().text, notebook.run.read().kind]).toEqual(['Other text', 'over']);
  });

  test('keeps the text and shows the error when it can’t start', async () => {
    const { notebook, answer } = await setUp();
    notebook.edit('A');
    void notebook.continueText({ settings, cursor: null, count: 1 });
    await answer('notebook.continue', fail('unexpected'));
    expect(notebook.run.read()).toMatchObject({ kind: 'failed' });
    expect([notebook.text.read().text, notebook.undoState.read().canUndo]).toEqual(['A', false]);
  });

  const saved = (state: 'complete' | 'running', words: string) =>
    ok({
      conversation: conversationWith('c', { kind: 'notebook' }),
      messages: [
        userMessage('u', { text: 'A B' }),
        storedAnswer('m', { parentId: 'u', state, answer: answerWith({ parts: [{ kind: 'text', text: words }] }) }),
      ],
      hasOlder: false,
      hasNewer: false,
    });

  test('keeps growing after a reload while the model is writing (catches words lost, or doubled, by a reload in the middle)', async () => {
    const { notebook, answer, progress, end, fake } = await setUp('c/m');
    await answer('history.open', saved('running', ' C')); // from the disk, which is behind
    expect(plain(notebook)).toEqual({ text: 'A B C', byModel: [{ start: 3, end: 5 }] });
    const snapshot = saved('running', ' C D').value.messages[1];
    if (snapshot?.role === 'assistant') fake.send({ event: 'chat.message', payload: snapshot });
    progress(' E');
    expect(notebook.text.read().text).toBe('A B C D E');
    end(' C D E F');
    expect([notebook.text.read().text, notebook.run.read().kind]).toEqual(['A B C D E F', 'over']);
  });

  test('undoes the choice of another continuation after edits, and what was typed since alone (catches edits lost by a choice)', async () => {
    const { notebook, answer, fake } = await setUp();
    notebook.edit('A');
    void notebook.continueText({ settings, cursor: null, count: 2 });
    await answer('notebook.continue', ok({ conversationId: 'c', messageId: 'm', messageIds: ['m', 'n'] }));
    for (const id of ['m', 'n']) fake.send({ event: 'chat.message', payload: storedAnswer(id, { answer: text(id) }) });
    notebook.edit('Am edited');
    void notebook.choose('n');
    notebook.edit('An typed');
    const reached: unknown[] = [];
    while (notebook.undoState.read().canUndo) {
      notebook.undo();
      reached.push([notebook.text.read().text, notebook.nodeId.read()]);
    }
    expect(reached).toEqual([
      ['An', 'n'],
      ['Am edited', expect.any(String)],
      ['Am', 'm'],
      ['A', expect.any(String)],
    ]);
  });

  test('continues from an alternative with what came before (catches a branch that loses the beginning)', async () => {
    const { notebook, begin, end, answer, calls, fake } = await setUp();
    notebook.edit('The');
    await begin();
    fake.send({
      event: 'chat.progress',
      payload: {
        conversationId: 'c',
        messageId: 'm',
        deltas: [{ kind: 'append', index: 0, text: ' red fox' }],
        tokens: {
          from: 0,
          tokens: [' red', ' fox'].map((own) => ({ text: own, logprob: -1, alternatives: [], kind: 'content' as const })),
        },
      },
    });
    end(' red fox');
    void notebook.takeAlternative({ messageId: 'm', token: 1, alternative: 2, chosen: { text: ' cat', logprob: -2 } }, settings);
    await answer('history.notebookState', ok({ prompt: 'The', continuation: ' red fox', suffix: '', tokenCount: 2 }));
    expect(calls('notebook.branchAtToken')[0]?.input).toMatchObject({ messageId: 'm', token: 1, alternative: 2 });
    await answer('notebook.branchAtToken', ok({ conversationId: 'c', messageId: 'b', messageIds: ['b'] }));
    expect(notebook.text.read().text).toBe('The red cat');
    expect([0, 1].map((index) => notebook.tokens.of('b')?.at(index))).toEqual([
      { start: 0, end: 4, logprob: -1 },
      { start: 4, end: 8, logprob: -2 },
    ]);
    fake.send({ event: 'chat.message', payload: storedAnswer('b', { answer: text(' red cat sat') }) });
    expect(notebook.text.read().text).toBe('The red cat sat');
    notebook.undo();
    expect([notebook.text.read().text, notebook.nodeId.read()]).toEqual(['The red fox', 'm']);
  });

  test('saves edits as a branch before it goes to another, and undoes the way back (catches an edit lost in the map)', async () => {
    const { notebook, begin, end, answer, calls } = await setUp();
    notebook.edit('A');
    await begin();
    end('B');
    notebook.edit('AB!');
    void notebook.goTo('x');
    await answer('notebook.saveText', ok({ conversationId: 'c', messageId: 's' }));
    expect(calls('notebook.saveText').at(-1)?.input).toMatchObject({ parentId: 'm', prompt: 'AB!' });
    await answer(
      'history.open',
      ok({
        conversation: conversationWith('c', { kind: 'notebook' }),
        messages: [
          userMessage('v', { text: 'A' }),
          storedAnswer('x', { parentId: 'v', answer: text('C') }),
          userMessage('later', { parentId: 'x', text: 'ACD' }),
        ],
        hasOlder: false,
        hasNewer: false,
      }),
    );
    expect([notebook.text.read().text, notebook.nodeId.read()]).toEqual(['AC', 'x']);
    notebook.undo();
    expect([notebook.text.read().text, notebook.nodeId.read()]).toEqual(['AB!', 's']);
    notebook.redo();
    expect([notebook.text.read().text, notebook.nodeId.read()]).toEqual(['AC', 'x']);
  });
});
