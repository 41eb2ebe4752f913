import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { createNotebook } from '../../../renderer/notebook/notebook.ts';
import { answerWith, conversationWith, storedAnswer, userMessage } from '../chat/answers.ts';
import { createFakeSession } from '../fake-session.ts';

const settings = { model: 'beta', systemPrompt: '', parameters: {}, toolIds: [] };
const saved = ok({
  conversation: conversationWith('c', { kind: 'notebook' }),
  messages: [
    userMessage('u', { text: 'A' }),
    storedAnswer('m', { parentId: 'u', answer: answerWith({ parts: [{ kind: 'text', text: 'B' }] }) }),
  ],
  hasOlder: false,
  hasNewer: false,
});

async function setUp(remembered = '') {
  const made = await createFakeSession();
  const notebook = createNotebook(made.session, () => undefined);
  await made.answer('drafts.read', ok({ text: remembered }));
  return { ...made, notebook };
}

/** Opens a saved text. */
async function openSaved() {
  const made = await setUp();
  void made.notebook.open('c');
  await made.answer('history.open', saved);
  return made;
}

test('restores with Undo what was typed while a branch was read (catches words lost for good)', async () => {
  const { notebook, answer } = await openSaved();
  void notebook.goTo('u');
  notebook.edit('AB typed');
  await answer('history.open', saved);
  expect(notebook.text.read().text).toBe('A');
  notebook.undo();
  expect(notebook.text.read().text).toBe('AB typed');
});

test('leaves a new text alone that was started while a branch was read (catches a text that a branch replaces)', async () => {
  const { notebook, answer } = await openSaved();
  void notebook.goTo('u');
  notebook.startNew();
  notebook.edit('New');
  await answer('history.open', saved);
  expect([notebook.text.read().text, notebook.conversation.read()]).toEqual(['New', null]);
});

test('leaves a continuation alone that was requested while a branch was read (catches a run that nobody sees)', async () => {
  const { notebook, answer } = await openSaved();
  void notebook.goTo('u');
  void notebook.continueText({ settings, cursor: null, count: 1 });
  await answer('history.open', saved);
  expect([notebook.text.read().text, notebook.run.read().kind]).toEqual(['AB', 'beginning']);
});

test('goes to the last of two branches (catches a click without effect)', async () => {
  const { notebook, answer } = await openSaved();
  void notebook.goTo('m');
  void notebook.goTo('u');
  await answer('history.open', saved, -2);
  await answer('history.open', saved);
  expect([notebook.text.read().text, notebook.nodeId.read()]).toEqual(['A', 'u']);
});

test('shows the end of a text whose last place was never saved, because its window was closed (catches an empty Notebook)', async () => {
  const { notebook, answer } = await setUp('c/lost');
  await answer('history.open', fail('message-not-found'));
  await answer('history.open', saved);
  expect([notebook.text.read().text, notebook.nodeId.read()]).toEqual(['AB', 'm']);
});

test('leaves a new text alone that was started while the one of the last window was read', async () => {
  const { notebook, answer } = await setUp('c/m');
  notebook.startNew();
  notebook.edit('New');
  await answer('history.open', saved);
  expect([notebook.text.read().text, notebook.conversation.read()]).toEqual(['New', null]);
});

test('takes no alternative once the text is continued or replaced (catches two continuations at once)', async () => {
  const choice = { messageId: 'm', token: 0, alternative: 0, chosen: { text: 'C', logprob: -1 } };
  for (const change of ['continue', 'replace'] as const) {
    const { notebook, answer, calls } = await openSaved();
    void notebook.takeAlternative(choice, settings);
    if (change === 'continue') void notebook.continueText({ settings, cursor: null, count: 1 });
    else notebook.startWith('New');
    await answer('history.notebookState', ok({ prompt: 'A', continuation: 'B', suffix: '', tokenCount: 1 }));
    expect(calls('notebook.branchAtToken')).toEqual([]);
  }
});

test.each(['start', 'open'] as const)(
  'ignores a late text after another %s (catches a text that an earlier click replaces)',
  async (change) => {
    const { notebook, answer } = await setUp();
    void notebook.open('c');
    if (change === 'start') notebook.startWith('New');
    else {
      void notebook.open('d');
      await answer(
        'history.open',
        ok({ ...saved.value, conversation: conversationWith('d'), messages: [userMessage('v', { text: 'New' })] }),
      );
    }
    expect(notebook.isOpening.read()).toBe(false);
    await answer('history.open', saved, 0);
    expect([notebook.text.read().text, notebook.conversation.read()?.id]).toEqual(['New', change === 'start' ? undefined : 'd']);
  },
);

test('continues nothing while another text is opened (catches a request for the text before)', async () => {
  const { notebook, answer, calls } = await setUp();
  notebook.edit('Before');
  void notebook.open('c');
  void notebook.continueText({ settings, cursor: null, count: 1 });
  expect([calls('notebook.continue').length, notebook.isOpening.read()]).toEqual([0, true]);
  await answer('history.open', saved);
  void notebook.continueText({ settings, cursor: null, count: 1 });
  expect(calls('notebook.continue')[0]?.input).toMatchObject({ conversationId: 'c', prompt: 'AB' });
});
