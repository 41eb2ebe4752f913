import { describe, expect, test } from 'vitest';
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

async function setUp(draft = '', origin = '', left = '') {
  const made = await createFakeSession();
  const notebook = createNotebook(made.session, () => 'Lab');
  await made.answer('drafts.read', ok({ text: draft }), -3);
  await made.answer('drafts.read', ok({ text: origin }), -2);
  await made.answer('drafts.read', ok({ text: left }));
  const progress = (words: string) => {
    made.fake.send({
      event: 'chat.progress',
      payload: { conversationId: 'c', messageId: 'm', deltas: [{ kind: 'append', index: 0, text: words }] },
    });
  };
  const begin = async () => {
    void notebook.continueText({ settings, cursor: null, count: 1 });
    await made.answer('notebook.continue', ok({ conversationId: 'c', messageId: 'm', messageIds: ['m'] }));
    await made.answer(
      'history.open',
      ok({ conversation: conversationWith('c', { kind: 'notebook' }), messages: [], hasOlder: false, hasNewer: false }),
    );
  };
  const end = (words: string) => {
    made.fake.send({ event: 'chat.message', payload: storedAnswer('m', { answer: text(words) }) });
  };
  return { ...made, notebook, progress, begin, end };
}

describe('a notebook', () => {
  test('grows in place and ends as it is saved (catches words doubled at the end)', async () => {
    const { notebook, begin, progress, end } = await setUp();
    notebook.edit('Once');
    await begin();
    progress(' upon');
    expect(plain(notebook)).toEqual({ text: 'Once upon', byModel: [{ start: 4, end: 9 }] });
    end(' upon a time');
    expect(notebook.text.read().text).toBe('Once upon a time');
    expect(notebook.run.read().kind).toBe('over');
  });

  test('applies events that arrive before its id is known (catches first words lost)', async () => {
    const { notebook, progress, answer } = await setUp();
    notebook.edit('Once');
    void notebook.continueText({ settings, cursor: null, count: 1 });
    progress(' upon');
    await answer('notebook.continue', ok({ conversationId: 'c', messageId: 'm', messageIds: ['m'] }));
    expect(notebook.text.read().text).toBe('Once upon');
  });

  test('continues the same conversation and undoes each continuation alone (catches an undo that takes all)', async () => {
    const { notebook, begin, end, calls } = await setUp();
    notebook.edit('A');
    await begin();
    end('B');
    await begin();
    end('C');
    expect(calls('notebook.continue').map(({ input }) => input)).toMatchObject([
      { conversationId: null, folder: 'Lab', prompt: 'A' },
      { conversationId: 'c', prompt: 'AB' },
    ]);
    expect(calls('notebook.continue')[1]?.input).not.toHaveProperty('folder'); // it stays in the folder it was moved to
    notebook.undo();
    expect(notebook.text.read().text).toBe('AB');
    notebook.undo();
    expect([notebook.text.read().text, notebook.undoState.read().canUndo]).toEqual(['A', false]);
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

  test('can be restored with Undo after starting a new one (catches a page lost by one click)', async () => {
    const { notebook } = await setUp('long thoughts');
    notebook.startNew();
    expect(notebook.text.read().text).toBe('');
    notebook.undo();
    expect(notebook.text.read().text).toBe('long thoughts');
  });

  const other = ok({
    conversation: conversationWith('b', { kind: 'notebook' }),
    messages: [userMessage('u', { text: 'other' })],
    hasOlder: false,
    hasNewer: false,
  });

  /** Returns what was saved of the texts that were left. */
  const leftTexts = ({ notebook, calls }: Awaited<ReturnType<typeof setUp>>): string => {
    notebook.flush();
    const kept = calls('drafts.keep').map(({ input }) => input as { readonly key: string; readonly text: string });
    return kept.findLast(({ key }) => key === 'complete.left')?.text ?? '';
  };

  test('can be restored with Undo after a restart, if another one had replaced it (catches a page lost with the window)', async () => {
    const made = await setUp();
    made.notebook.edit('long thoughts');
    made.notebook.startNew();
    made.notebook.edit('next');
    const { notebook } = await setUp('next', '', leftTexts(made));
    expect(notebook.text.read().text).toBe('next');
    while (notebook.undoState.read().canUndo && notebook.text.read().text !== 'long thoughts') notebook.undo();
    expect([notebook.text.read().text, notebook.conversationId()]).toEqual(['long thoughts', null]);
  });

  test('is no longer saved among those that were left once it is open again', async () => {
    const made = await setUp('next', '', JSON.stringify([{ text: 'long thoughts', savedText: '' }]));
    made.notebook.undo();
    expect(made.notebook.text.read().text).toBe('long thoughts');
    expect(leftTexts(made)).not.toContain('long thoughts');
    expect(leftTexts(made)).toContain('next');
  });

  test('is saved among those that were left although its own conversation was opened again, beside one that is too long', async () => {
    const made = await setUp();
    void made.notebook.open('b');
    await made.answer('history.open', other);
    made.notebook.edit('other, and a paragraph');
    void made.notebook.open('b');
    await made.answer('history.open', other);
    expect(leftTexts(made)).toContain('other, and a paragraph');
    made.notebook.startNew();
    made.notebook.edit('x'.repeat(1_000_001));
    made.notebook.startNew();
    expect(leftTexts(made)).toContain('other, and a paragraph');
    expect(leftTexts(made).length).toBeLessThan(1000);
  });

  test('is not saved among those that were left if the user emptied it or deleted its conversation', async () => {
    const made = await setUp();
    made.notebook.edit('secret');
    made.notebook.startNew();
    expect(leftTexts(made)).toContain('secret');
    made.notebook.undo();
    made.notebook.edit('');
    made.notebook.startNew();
    expect(leftTexts(made)).not.toContain('secret');
    void made.notebook.open('b');
    await made.answer('history.open', other);
    made.notebook.edit('other, also secret');
    made.fake.send({ event: 'history.purged', payload: ['b'] });
    made.notebook.startNew();
    expect(leftTexts(made)).not.toContain('secret');
  });

  test('is forgotten with its conversation, and never restored from something else', async () => {
    const left = (conversationId: string) => ({ text: `of ${conversationId}`, savedText: '', conversationId });
    const made = await setUp('', '', JSON.stringify([left('b'), null, 7, { text: 7 }, left('c')]));
    made.fake.send({ event: 'history.purged', payload: ['c'] });
    expect(leftTexts(made)).not.toContain('of c');
    made.notebook.undo();
    expect(made.notebook.text.read().text).toBe('of b');
    expect(made.notebook.undoState.read().canUndo).toBe(false);
    const { notebook } = await setUp('', '', '{');
    expect(notebook.undoState.read().canUndo).toBe(false);
  });

  test('can be restored with Undo after two new ones and a saved one (catches a page lost by a double-click)', async () => {
    const { notebook, answer } = await setUp('long thoughts');
    notebook.startNew();
    notebook.startNew();
    void notebook.open('b');
    await answer('history.open', other);
    expect(notebook.text.read().text).toBe('other');
    notebook.undo();
    expect([notebook.text.read().text, notebook.conversationId()]).toEqual(['long thoughts', null]);
  });

  test.each(['edit', 'open'] as const)(
    'can be restored with Undo when redo is no longer possible after %s (catches a new text lost while the one before is looked up)',
    async (change) => {
      const { notebook, answer } = await setUp('first');
      notebook.startNew();
      notebook.edit('second');
      notebook.undo();
      expect(notebook.text.read().text).toBe('first');
      if (change === 'edit') notebook.edit('first!');
      else {
        void notebook.open('b');
        await answer('history.open', other);
      }
      const reached: string[] = [];
      while (notebook.undoState.read().canUndo) {
        notebook.undo();
        reached.push(notebook.text.read().text);
      }
      expect(reached).toEqual(['first', 'second']);
    },
  );

  test('can be restored with Undo after any number of continuations of another (catches a text lost by the limit of steps)', async () => {
    const { notebook, begin, end } = await setUp('unsaved');
    notebook.startNew();
    notebook.edit('A');
    for (let step = 0; step < 60; step += 1) {
      await begin();
      end('B');
    }
    while (notebook.undoState.read().canUndo) notebook.undo();
    expect(notebook.text.read().text).toBe('unsaved');
  });

  test.each(['startNew', 'open', 'undo'] as const)(
    'leaves no half-written continuation in Undo after %s, because it continues in the history',
    async (change) => {
      const { notebook, begin, progress, answer } = await setUp();
      notebook.edit('A');
      await begin();
      progress('half');
      if (change === 'undo') notebook.undo();
      if (change !== 'open') notebook.startNew();
      else {
        void notebook.open('b');
        await answer('history.open', other);
      }
      expect(notebook.undoState.read()).toEqual({ canUndo: false, canRedo: false });
    },
  );

  test('leaves no half-written continuation in Undo after a reload', async () => {
    const { notebook, answer, progress } = await setUp('A B', originOf({ isGrowing: true, byModel: [], length: 3 }));
    await answer('history.open', saved('running', ' C'));
    progress(' D');
    notebook.startNew();
    expect(notebook.undoState.read().canUndo).toBe(false);
  });

  test('keeps a text in Undo whose continuation has not started yet (catches a text lost if it can’t start)', async () => {
    const { notebook } = await setUp();
    notebook.edit('A');
    void notebook.continueText({ settings, cursor: null, count: 1 });
    notebook.startNew();
    notebook.undo();
    expect(notebook.text.read().text).toBe('A');
  });

  test('continues an unsaved text as a new one after another was opened (catches a text saved in another’s conversation)', async () => {
    const { notebook, answer, calls } = await setUp();
    notebook.edit('mine');
    void notebook.open('b');
    await answer('history.open', other);
    expect(notebook.text.read().text).toBe('other');
    notebook.undo();
    expect([notebook.text.read().text, notebook.conversation.read()]).toEqual(['mine', null]);
    void notebook.continueText({ settings, cursor: null, count: 1 });
    expect(calls('notebook.continue')[0]?.input).toMatchObject({ conversationId: null, parentId: null, prompt: 'mine' });
  });

  test('continues a saved text in its conversation after a new one was started (catches a continuation that can’t be saved)', async () => {
    const { notebook, begin, end, answer, calls } = await setUp();
    notebook.edit('A');
    await begin();
    end('B');
    notebook.edit('AB!');
    notebook.startNew();
    notebook.undo();
    await answer(
      'history.open',
      ok({ conversation: conversationWith('c', { kind: 'notebook' }), messages: [], hasOlder: false, hasNewer: false }),
    );
    expect(notebook.conversation.read()?.id).toBe('c');
    void notebook.continueText({ settings, cursor: null, count: 1 });
    expect(calls('notebook.continue')[1]?.input).toMatchObject({ conversationId: 'c', parentId: 'm', prompt: 'AB!' });
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

  test('is restored after a crash (catches a page lost with the window)', async () => {
    const { notebook } = await setUp('kept words');
    expect(notebook.text.read().text).toBe('kept words');
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
  const originOf = (about: object) =>
    JSON.stringify({ keptId: 'c', isGrowing: false, byModel: [{ start: 1, end: 5 }], length: 5, ...about });

  test('is restored with its authorship and its conversation (catches colours and place lost by a reload)', async () => {
    const { notebook, answer, calls } = await setUp('A B C', originOf({}));
    await answer('history.open', saved('complete', ' C'));
    expect(plain(notebook)).toEqual({
      text: 'A B C',
      byModel: [
        { start: 1, end: 3 },
        { start: 3, end: 5 },
      ],
    });
    expect([notebook.run.read().kind, notebook.conversation.read()?.id]).toEqual(['over', 'c']);
    notebook.undo();
    expect(plain(notebook)).toEqual({ text: 'A B', byModel: [{ start: 1, end: 3 }] });
    notebook.redo();
    void notebook.continueText({ settings, cursor: null, count: 1 });
    expect(calls('notebook.continue').at(-1)?.input).toMatchObject({ conversationId: 'c', prompt: 'A B C' });
  });

  test('is restored with edits made after it was saved (catches an edit undone by a reload)', async () => {
    const { notebook, answer } = await setUp('A B !', originOf({ byModel: [{ start: 1, end: 3 }] }));
    await answer('history.open', saved('complete', ' C'));
    expect(plain(notebook)).toEqual({ text: 'A B !', byModel: [{ start: 1, end: 3 }] });
    expect([notebook.run.read().kind, notebook.conversation.read()?.id]).toEqual(['idle', 'c']);
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
    const { notebook } = await setUp('A B C', origin);
    expect(plain(notebook)).toEqual({ text: 'A B C', byModel: [] });
  });

  test('keeps growing after a reload while the model is writing (catches words lost, or doubled, by a reload in the middle)', async () => {
    const { notebook, answer, progress, end, fake } = await setUp('A B', originOf({ isGrowing: true, byModel: [], length: 3 }));
    await answer('history.open', saved('running', ' C')); // from the disk, which is behind
    expect(plain(notebook)).toEqual({ text: 'A B C', byModel: [{ start: 3, end: 5 }] });
    const snapshot = saved('running', ' C D').value.messages[1];
    if (snapshot?.role === 'assistant') fake.send({ event: 'chat.message', payload: snapshot });
    progress(' E');
    expect(notebook.text.read().text).toBe('A B C D E');
    end(' C D E F');
    expect([notebook.text.read().text, notebook.run.read().kind]).toEqual(['A B C D E F', 'over']);
  });

  test('opens from the history with the model’s text marked', async () => {
    const { notebook, answer } = await setUp();
    void notebook.open('c');
    await answer(
      'history.open',
      ok({
        conversation: conversationWith('c', { kind: 'notebook' }),
        messages: [userMessage('u', { text: 'A' }), storedAnswer('m', { parentId: 'u', answer: text('B') })],
        hasOlder: false,
        hasNewer: false,
      }),
    );
    expect(plain(notebook)).toEqual({ text: 'AB', byModel: [{ start: 1, end: 2 }] });
  });

  test('opens with all unedited text of the model marked (catches a text whose earlier steps look like the user’s)', async () => {
    const { notebook, answer } = await setUp();
    void notebook.open('c');
    await answer(
      'history.open',
      ok({
        conversation: conversationWith('c', { kind: 'notebook' }),
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
    const { text: whole, byModel } = notebook.text.read();
    expect(whole).toBe('One two, three FOUR five six');
    expect(byModel.map(({ start, end }) => whole.slice(start, end))).toEqual([' two', ' ', ' five', ' six']);
  });

  test('continues at the cursor and keeps the text after it (catches a suffix that is overwritten)', async () => {
    const { notebook, answer, progress, end, calls } = await setUp();
    notebook.edit('one three');
    void notebook.continueText({ settings, cursor: 4, count: 1 });
    await answer('notebook.continue', ok({ conversationId: 'c', messageId: 'm', messageIds: ['m'] }));
    expect(calls('notebook.continue')[0]?.input).toMatchObject({ parentId: null, prompt: 'one ', suffix: 'three' });
    progress('two');
    expect(notebook.text.read().text).toBe('one twothree');
    end('two ');
    expect(plain(notebook)).toEqual({ text: 'one two three', byModel: [{ start: 4, end: 8 }] });
    expect(notebook.caret.read()).toEqual({ at: 8 });
  });

  test('lists several continuations and makes the chosen one the text (catches one that overwrites another)', async () => {
    const { notebook, answer, fake, calls } = await setUp();
    notebook.edit('A');
    void notebook.continueText({ settings, cursor: null, count: 2 });
    await answer('notebook.continue', ok({ conversationId: 'c', messageId: 'm', messageIds: ['m', 'n'] }));
    const grow = (messageId: string, words: string) => {
      fake.send({
        event: 'chat.progress',
        payload: { conversationId: 'c', messageId, deltas: [{ kind: 'append', index: 0, text: words }] },
      });
    };
    grow('n', 'y');
    grow('m', 'x');
    expect(notebook.text.read().text).toBe('Ax');
    for (const [id, words] of [
      ['m', 'xx'],
      ['n', 'yy'],
    ] as const)
      fake.send({ event: 'chat.message', payload: storedAnswer(id, { answer: text(words) }) });
    expect(notebook.continuations.read().all.map(({ text: own, isWriting }) => [own, isWriting])).toEqual([
      ['xx', false],
      ['yy', false],
    ]);
    void notebook.choose('n');
    expect([notebook.text.read().text, notebook.nodeId.read()]).toEqual(['Ayy', 'n']);
    expect(calls('history.open').at(-1)?.input).toMatchObject({ at: 'n' }); // the branch that is opened the next time
    void notebook.continueText({ settings, cursor: null, count: 1 });
    expect(calls('notebook.continue').at(-1)?.input).toMatchObject({ prompt: 'Ayy', parentId: 'n' });
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
      ['Am edited', 'm'],
      ['Am', 'm'],
      ['A', null],
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

  test('keeps edits in Undo after an alternative was chosen, whose request has only the saved text (catches a paragraph lost)', async () => {
    const made = await setUp();
    const { notebook, begin, end, answer } = made;
    notebook.edit('The');
    await begin();
    end(' red fox');
    notebook.edit('The red fox. My own paragraph.');
    void notebook.takeAlternative({ messageId: 'm', token: 1, alternative: 2, chosen: { text: ' cat', logprob: -2 } }, settings);
    await answer('history.notebookState', ok({ prompt: 'The', continuation: ' red fox', suffix: '', tokenCount: 2 }));
    await answer('notebook.branchAtToken', ok({ conversationId: 'c', messageId: 'b', messageIds: ['b'] }));
    expect(leftTexts(made)).toContain('My own paragraph.');
    notebook.startNew();
    while (notebook.undoState.read().canUndo && !notebook.text.read().text.includes('My own')) notebook.undo();
    expect(notebook.text.read().text).toBe('The red fox. My own paragraph.');
  });

  test('saves edits as a branch before it goes to another, and undoes the way back (catches an edit lost in the map)', async () => {
    const { notebook, begin, end, answer, calls } = await setUp();
    notebook.edit('A');
    await begin();
    end('B');
    notebook.edit('AB!');
    void notebook.goTo('x');
    await answer('notebook.saveText', ok({ conversationId: 'c', messageId: 's' }));
    expect(calls('notebook.saveText')[0]?.input).toMatchObject({ conversationId: 'c', parentId: 'm', prompt: 'AB!' });
    const page = (messages: readonly unknown[]) =>
      ok({ conversation: conversationWith('c', { kind: 'notebook' }), messages, hasOlder: false, hasNewer: false });
    await answer('history.open', page([]));
    await answer(
      'history.open',
      page([
        userMessage('v', { text: 'A' }),
        storedAnswer('x', { parentId: 'v', answer: text('C') }),
        userMessage('later', { parentId: 'x', text: 'ACD' }),
      ]),
    );
    expect([notebook.text.read().text, notebook.nodeId.read()]).toEqual(['AC', 'x']);
    notebook.undo();
    expect([notebook.text.read().text, notebook.nodeId.read()]).toEqual(['AB!', 's']);
    notebook.redo();
    expect([notebook.text.read().text, notebook.nodeId.read()]).toEqual(['AC', 'x']);
  });
});
