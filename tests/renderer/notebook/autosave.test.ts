import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { createNotebook, type Notebook } from '../../../renderer/notebook/notebook.ts';
import { conversationWith, userMessage } from '../chat/answers.ts';
import { createFakeSession } from '../fake-session.ts';

const settings = { model: 'beta', systemPrompt: '', parameters: {}, toolIds: [] };
const pageOf = (id: string, text: string, trashedAt: number | null = null) =>
  ok({
    conversation: conversationWith(id, { kind: 'completion', trashedAt }),
    messages: [userMessage(`end of ${id}`, { text })],
    hasOlder: false,
    hasNewer: false,
  });

const settled = () => new Promise((resolve) => setImmediate(resolve));

async function setUp() {
  const made = await createFakeSession();
  const notebook = createNotebook(made.session, () => 'Lab');
  await made.answer('drafts.read', ok({ text: '' }), -2);
  await made.answer('drafts.read', ok({ text: '' }));
  const saves = () => made.calls('chat.saveText').map(({ input }) => input);
  const saved = (conversationId: string) => made.answer('chat.saveText', ok({ conversationId, messageId: `end of ${conversationId}` }));
  const open = async (id: string, text: string, trashedAt: number | null = null) => {
    void notebook.open(id);
    await made.answer('history.open', pageOf(id, text, trashedAt));
  };
  return { ...made, notebook, saves, saved, open };
}

const ways = {
  open: (notebook: Notebook) => void notebook.open('b'),
  startNew: (notebook: Notebook) => notebook.startNew(),
  startWith: (notebook: Notebook) => notebook.startWith('raw'),
};
const names = ['open', 'startNew', 'startWith'] as const;
const shownAfter = { open: 'other', startNew: '', startWith: 'raw' };

test.each(names)(
  'saves an unsaved text before %s, and Undo returns to it (catches pages that are lost when the app quits)',
  async (way) => {
    const { notebook, answer, saves, saved } = await setUp();
    notebook.edit('pages');
    ways[way](notebook);
    expect([notebook.text.read().text, notebook.isOpening.read()]).toEqual(['pages', true]);
    await saved('a');
    if (way === 'open') await answer('history.open', pageOf('b', 'other'));
    expect(saves()).toMatchObject([{ conversationId: null, parentId: null, folder: 'Lab', prompt: 'pages' }]);
    expect([notebook.text.read().text, notebook.isOpening.read()]).toEqual([shownAfter[way], false]);
    notebook.undo();
    expect([notebook.text.read().text, notebook.conversationId(), notebook.nodeId.read()]).toEqual(['pages', 'a', 'end of a']);
    notebook.startNew();
    expect(saves()).toHaveLength(way === 'startWith' ? 2 : 1); // only the raw text was new
  },
);

test.each(names)('keeps the text open that can’t be saved before %s, and says why', async (way) => {
  const { notebook, answer, calls, failures } = await setUp();
  notebook.edit('pages');
  ways[way](notebook);
  const before = calls('history.open').length;
  await answer('chat.saveText', fail('unexpected'));
  expect([notebook.text.read().text, notebook.isOpening.read()]).toEqual(['pages', false]);
  expect([failures.length, calls('history.open').length]).toEqual([1, before]);
});

test.each(['', ' \n'])('saves no text that is %j', async (blank) => {
  const { notebook, saves } = await setUp();
  notebook.edit(blank);
  notebook.startWith('raw');
  await settled();
  expect([notebook.text.read().text, saves()]).toEqual(['raw', []]);
});

test('saves no text that is saved already, and edits of one as a branch', async () => {
  const { notebook, saves, open } = await setUp();
  await open('b', 'other');
  notebook.edit('other!');
  notebook.edit('other');
  notebook.startNew();
  expect([notebook.text.read().text, saves()]).toEqual(['', []]);
  await open('b', 'other');
  notebook.edit('other!');
  notebook.startNew();
  expect(saves()).toMatchObject([{ conversationId: 'b', parentId: 'end of b', prompt: 'other!' }]);
});

test('saves a text once for two clicks, and opens what was clicked last (catches a text that is saved twice)', async () => {
  const { notebook, answer, saves, saved } = await setUp();
  notebook.edit('pages');
  notebook.startNew();
  void notebook.open('x');
  void notebook.open('b');
  await saved('a');
  await answer('history.open', pageOf('b', 'other'));
  expect([notebook.text.read().text, notebook.conversationId(), saves().length]).toEqual(['other', 'b', 1]);
});

test('saves what is typed while the text is saved (catches words that are lost between two texts)', async () => {
  const { notebook, saves, saved } = await setUp();
  notebook.edit('pages');
  notebook.startNew();
  notebook.edit('pages and more');
  await saved('a');
  expect(saves().at(-1)).toMatchObject({ conversationId: 'a', parentId: 'end of a', prompt: 'pages and more' });
  expect(notebook.text.read().text).toBe('pages and more');
  await saved('a');
  expect(notebook.text.read().text).toBe('');
  notebook.undo();
  expect(notebook.text.read().text).toBe('pages and more');
});

test('saves a text whose continuation could not be requested after another was opened', async () => {
  const { notebook, answer, saves, saved } = await setUp();
  notebook.edit('pages');
  void notebook.continueText({ settings, cursor: null, count: 1 });
  notebook.startWith('raw');
  expect([notebook.text.read().text, saves()]).toEqual(['raw', []]);
  await answer('chat.complete', fail('unexpected'));
  expect(saves()).toMatchObject([{ conversationId: null, prompt: 'pages' }]);
  await saved('a');
  notebook.undo();
  expect([notebook.text.read().text, notebook.conversationId(), notebook.nodeId.read()]).toEqual(['pages', 'a', 'end of a']);
});

test('saves no text twice whose continuation was requested before another was opened', async () => {
  const { notebook, answer, saves } = await setUp();
  notebook.edit('pages');
  void notebook.continueText({ settings, cursor: null, count: 1 });
  notebook.startNew();
  await answer('chat.complete', ok({ conversationId: 'c', messageId: 'm', messageIds: ['m'] }));
  notebook.undo();
  expect([notebook.text.read().text, notebook.conversationId()]).toEqual(['pages', 'c']);
  notebook.startNew();
  expect([notebook.text.read().text, saves()]).toEqual(['', []]);
});

test('saves a new text when Undo returns to the one before (catches a text that is in memory only)', async () => {
  const { notebook, saves, saved } = await setUp();
  notebook.edit('first');
  notebook.startNew();
  await saved('a');
  notebook.edit('second');
  notebook.undo();
  expect(notebook.text.read().text).toBe('first');
  expect(saves().at(-1)).toMatchObject({ conversationId: null, prompt: 'second' });
  await saved('b');
  notebook.redo();
  expect([notebook.text.read().text, notebook.conversationId(), notebook.nodeId.read()]).toEqual(['second', 'b', 'end of b']);
});

test('leaves a text in the trash unsaved, and opens another one (catches a Notebook that opens nothing)', async () => {
  const { notebook, saves, open } = await setUp();
  await open('b', 'other', 5);
  notebook.edit('other!');
  notebook.startNew();
  await settled();
  expect([notebook.text.read().text, saves()]).toEqual(['', []]);
});

test('shows no text that was deleted for good, and saves it no more (catches a deleted text that returns)', async () => {
  const { notebook, saves, open, fake, calls } = await setUp();
  await open('b', 'secret');
  notebook.edit('secret!');
  fake.send({ event: 'history.purged', payload: ['b'] });
  expect([notebook.text.read().text, notebook.conversationId(), notebook.undoState.read().canUndo]).toEqual(['', null, false]);
  expect([saves(), calls('drafts.keep').at(-2)?.input]).toEqual([[], { key: 'complete', text: '' }]);
});
