import { afterEach, describe, expect, test, vi } from 'vitest';
import { newConversationKey } from '../../../electron/contract/constants.ts';
import { ok } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { parseAttachments } from '../../../renderer/chat/attachment.ts';
import { createChat, type Chat } from '../../../renderer/chat/chat.ts';
import { currentConversationId } from '../../../renderer/chat/conversation-store.ts';
import { createFakeSession } from '../fake-session.ts';
import { conversationWith, modelWith, readyWith, storedAnswer, userMessage } from './answers.ts';

const page = (messages = [userMessage('u'), storedAnswer('a', { parentId: 'u' })], hasNewer = false, id = 'c') =>
  ok({ conversation: conversationWith(id), messages, hasOlder: false, hasNewer });

const file = (name: string) => ({ name, language: null, text: 'x' });

const newId = 'n';
const sent = ok({ conversationId: newId, messageId: 'a' });

async function setUp(folder?: string) {
  const made = await createFakeSession();
  const chat = createChat(made.session, () => folder, newId);
  const write = async (id: string, text: string) => {
    const composer = chat.composerFor(id);
    await made.answer('drafts.read', ok({ text: null }), -2);
    await made.answer('drafts.read', ok({ text: null }));
    composer.draft.edit(text);
    return composer;
  };
  const openC = async () => {
    void chat.conversation.open('c');
    await made.answer('history.open', page());
  };
  return { ...made, chat, write, openC };
}

afterEach(() => vi.unstubAllGlobals());

describe('sending', () => {
  test.each([
    ['the call of a model that was faster than this', '', true],
    ['the composer if it contains the next message already', 'And then', false],
  ])('then focuses %s (catches a focus taken from a pending call)', async (_, next, isOnCall) => {
    const { chat, write, answer } = await setUp();
    await write(newId, 'Hello');
    void chat.actions.send();
    await new Promise(setImmediate);
    chat.composerFor(newId).draft.edit(`Hello ${next}`);
    await answer('chat.send', sent);
    const call = { messageId: 'a', callId: '1', name: 'find', arguments: '{}', binding: 'ask' };
    await answer('chat.turns', ok([{ conversationId: newId, messageId: 'a', state: 'waiting-for-user', waiting: [call] }]));
    await answer('history.open', page([], false, newId));
    expect(chat.pendingCallFocus.read()).toBe(isOnCall);
    expect(chat.composerFocus.read()).toBe(!isOnCall);
  });

  test('leaves a focus that the user moved during the wait (catches keys that go to another field)', async () => {
    const { chat, write, answer, openC } = await setUp();
    await openC();
    await write('c', 'Hello');
    void chat.actions.send();
    vi.stubGlobal('document', { body: {}, activeElement: { closest: () => null } });
    await answer('chat.send', ok({ conversationId: 'c', messageId: 'a' }));
    expect([chat.composerFocus.read(), chat.pendingCallFocus.read()]).toEqual([false, false]);
  });

  test('doesn’t close another message that is being edited by then (catches an edit that disappears)', async () => {
    const { chat, openC, answer } = await setUp();
    await openC();
    chat.edit(userMessage('u', { text: 'Hello' }));
    const edited = chat.actions.sendEdited(userMessage('u'), { text: 'Changed', attachments: [], images: [] });
    chat.edit(userMessage('u2', { text: 'Other' }));
    await answer('chat.send', ok({ conversationId: 'c', messageId: 'x' }));
    expect(await edited).toBe(true);
    expect(chat.editing.read()?.messageId).toBe('u2');
    expect(chat.composerFocus.read()).toBe(false);
  });

  test('starts the next conversation without the settings of the sent one (catches a system prompt that returns)', async () => {
    const { chat, write, answer } = await setUp();
    await write(newId, 'Hello');
    chat.settings.change({ systemPrompt: 'Be brief.' });
    void chat.actions.send();
    await answer('chat.send', sent);
    await answer('history.open', page([], false, newId));
    chat.conversation.openNew();
    expect(chat.settings.read().systemPrompt).toBe('');
  });

  test('puts a new conversation into the listed folder only (catches one that vanishes from sight)', async () => {
    const { chat, write, calls, answer, openC } = await setUp('Lab');
    await write(newId, 'Hello');
    void chat.actions.send();
    await new Promise(setImmediate);
    expect(calls('chat.send')[0]?.input).toMatchObject({ conversationId: newId, folder: 'Lab' });
    await answer('chat.send', sent);
    await answer('history.open', page());
    await openC();
    void chat.actions.sendEdited(userMessage('u'), { text: 'Changed', attachments: [], images: [] });
    await new Promise(setImmediate);
    expect(calls('chat.send')[1]?.input).not.toHaveProperty('folder');
  });

  test('keeps the text and reports the reason when it is rejected (catches the same)', async () => {
    const { chat, write, answer, failures } = await setUp();
    const composer = await write(newId, 'Hello');
    void chat.actions.send();
    await answer('chat.send', fail('unexpected'));
    expect(composer.draft.read().text).toBe('Hello');
    expect(failures).toMatchObject([{ reason: 'unexpected' }]);
  });

  test('keeps text and files that were added during the wait (catches the next message deleted with the sent one)', async () => {
    const { chat, write, answer, openC } = await setUp();
    await openC();
    const composer = await write('c', 'Hello ');
    composer.attach([file('a.txt')]);
    void chat.actions.send();
    await new Promise(setImmediate);
    composer.draft.edit('Hello and then');
    composer.attach([file('b.txt')]);
    await answer('chat.send', ok({ conversationId: 'c', messageId: 'a' }));
    expect(composer.draft.read().text).toBe('and then');
    expect(parseAttachments(composer.files.read().text)).toEqual([file('b.txt')]);
  });

  test('stays in a conversation that was started during the wait (catches a view and a text taken from their user)', async () => {
    const { chat, write, answer, calls } = await setUp();
    await write(newId, 'Hello');
    void chat.actions.send();
    await new Promise(setImmediate);
    chat.conversation.openNew();
    const next = chat.composerFor(currentConversationId(chat.conversation.read()));
    next.draft.edit('Another question');
    await answer('chat.send', sent);
    expect(calls('history.open')).toEqual([]);
    expect(chat.conversation.read().kind).toBe('new');
    expect([chat.composerFor(newId).draft.read().text, next.draft.read().text]).toEqual(['', 'Another question']);
  });

  test('adds a rejected text to the conversation that was started during the wait (catches text left behind)', async () => {
    const { chat, write, answer } = await setUp();
    await write(newId, 'Hello');
    void chat.actions.send();
    await new Promise(setImmediate);
    chat.conversation.openNew();
    const next = chat.composerFor(currentConversationId(chat.conversation.read()));
    next.draft.edit('Another question');
    await answer('chat.send', fail('unexpected'));
    expect(next.draft.read().text).toBe('Another question\n\nHello');
  });

  test('opens a new conversation that another window has sent (catches two questions at the start of one conversation)', async () => {
    const { chat, write, calls, fake } = await setUp();
    await write(newId, 'Hello');
    fake.send({ event: 'history.changed', payload: [conversationWith(newId)] });
    expect(calls('history.open').at(-1)?.input).toMatchObject({ id: newId });
    chat.conversation.openNew();
    const nextId = currentConversationId(chat.conversation.read());
    expect(nextId).not.toBe(newId);
    expect(calls('drafts.keep').at(-1)?.input).toEqual({ key: newConversationKey, text: nextId });
  });

  test('sends once when triggered twice (catches a double answer to a double click)', async () => {
    const { chat, write, calls } = await setUp();
    await write(newId, 'Hello');
    void chat.actions.send();
    void chat.actions.send();
    await new Promise(setImmediate);
    expect(calls('chat.send')).toHaveLength(1);
  });

  test('sends in another conversation during the wait (catches Enter that does nothing there)', async () => {
    const { chat, write, calls, answer, openC } = await setUp();
    await openC();
    await write('c', 'Hello');
    void chat.actions.send();
    await new Promise(setImmediate);
    void chat.conversation.open('d');
    await answer('history.open', ok({ ...page().value, conversation: conversationWith('d') }));
    await write('d', 'Other');
    void chat.actions.send();
    await new Promise(setImmediate);
    chat.conversation.openNew();
    await write(newId, 'First');
    void chat.actions.send();
    await new Promise(setImmediate);
    expect(calls('chat.send').map(({ input }) => input)).toMatchObject([
      { conversationId: 'c', text: 'Hello' },
      { conversationId: 'd', text: 'Other' },
      { conversationId: newId, text: 'First' },
    ]);
  });

  test('appends to the last message, even from the middle of a long conversation (catches a branch nobody wanted)', async () => {
    const { chat, write, calls, answer } = await setUp();
    void chat.conversation.open('c', 'u');
    await answer('history.open', page([userMessage('u')], true));
    await write('c', 'More');
    void chat.actions.send();
    await answer('history.open', page());
    expect(calls('chat.send')[0]?.input).toMatchObject({ conversationId: 'c', parentId: 'a' });
  });

  test('waits for the end when sent twice from the middle (catches a branch from the last loaded message)', async () => {
    const { chat, write, calls, answer } = await setUp();
    void chat.conversation.open('c', 'u');
    await answer('history.open', page([userMessage('u')], true));
    await write('c', 'More');
    void chat.actions.send();
    void chat.actions.send();
    await answer('history.open', page(), -2);
    expect(calls('chat.send')).toEqual([]);
    await answer('history.open', page());
    expect(calls('chat.send').map(({ input }) => input)).toMatchObject([{ conversationId: 'c', parentId: 'a' }]);
  });

  test('sends nothing to a conversation that was opened while the end was loaded (catches a message in the wrong place)', async () => {
    const { chat, write, calls, answer } = await setUp();
    void chat.conversation.open('c', 'u');
    await answer('history.open', page([userMessage('u')], true));
    const composer = await write('c', 'More');
    void chat.actions.send();
    void chat.conversation.open('d');
    await answer('history.open', ok({ ...page().value, conversation: conversationWith('d') }));
    await answer('history.open', page(), -2);
    expect(chat.conversation.read()).toMatchObject({ kind: 'open', conversation: { id: 'd' } });
    expect(calls('chat.send')).toEqual([]);
    expect(composer.draft.read().text).toBe('More');
  });
});

test('doesn’t request a tool that was chosen for another model (refused in the UI layer)', async () => {
  const { chat, write, calls, fake } = await setUp();
  fake.send({ event: 'connection.changed', payload: readyWith([modelWith('alpha-R1', { reasoning: true })]) });
  await write(newId, 'Hello');
  chat.settings.change({ toolIds: ['t1'], parameters: { reasoningEffort: 'high', toolChoice: 'auto', seed: 1 } });
  void chat.actions.send();
  await new Promise(setImmediate);
  expect(calls('chat.send')[0]?.input).toMatchObject({ settings: { model: 'alpha-R1', toolIds: [], parameters: { seed: 1 } } });
  expect(JSON.stringify(calls('chat.send')[0]?.input)).not.toMatch(/reasoningEffort|toolChoice/);
});

test('keeps unsupported options selected for the next model (catches tools lost by one question to another model)', async () => {
  const { chat, write, answer, fake, calls } = await setUp();
  fake.send({ event: 'connection.changed', payload: readyWith([modelWith('alpha-R1', { reasoning: true })]) });
  void chat.conversation.open('c');
  await answer('history.open', page());
  await write('c', 'Hello');
  chat.settings.change({ toolIds: ['t1'] });
  void chat.actions.send();
  await answer('chat.send', ok({ conversationId: 'c', messageId: 'x' }));
  fake.send({ event: 'history.changed', payload: [conversationWith('c')] });
  expect(chat.settings.read().toolIds).toEqual(['t1']);
  chat.settings.flush();
  expect(calls('history.change').at(-1)?.input).toMatchObject({ id: 'c', change: { settings: { toolIds: ['t1'] } } });
});

test('leaves the options of a conversation alone that was opened meanwhile (catches tools selected for another one)', async () => {
  const { chat, write, openC, answer, fake } = await setUp();
  fake.send({ event: 'connection.changed', payload: readyWith([modelWith('alpha-R1', { reasoning: true })]) });
  await openC();
  await write('c', 'Hello');
  chat.settings.change({ toolIds: ['t1'] });
  void chat.actions.send();
  await new Promise(setImmediate);
  void chat.conversation.open('d');
  await answer('history.open', ok({ ...page().value, conversation: conversationWith('d') }));
  await answer('chat.send', ok({ conversationId: 'c', messageId: 'x' }));
  expect(chat.settings.read().toolIds).toEqual([]);
});

test('stays in a conversation that was opened while a message is restored (catches a view taken from its user)', async () => {
  const { chat, openC, calls, answer, toasts } = await setUp();
  await openC();
  void chat.actions.remove(storedAnswer('a', { parentId: 'u' }));
  await answer('history.deleteMessage', ok(undefined));
  await answer('history.open', page());
  toasts[0]?.action?.onSelect();
  void chat.conversation.open('d');
  await answer('history.open', ok({ ...page().value, conversation: conversationWith('d') }));
  await answer('history.restoreMessage', ok(undefined));
  expect(calls('history.open').at(-1)?.input).toMatchObject({ id: 'd' });
});

test.each([
  ['another answer', 'chat.regenerate', (chat: Chat) => chat.actions.regenerate('a', null)],
  ['the rest of an answer', 'chat.continue', (chat: Chat) => chat.actions.continueAnswer('a')],
  ['a tool', 'chat.decideCall', (chat: Chat) => void chat.actions.decideCall('a', '1', { kind: 'run' })],
  ['an edited result', 'chat.editResult', (chat: Chat) => void chat.actions.editResult('t', 'fine')],
])('saves changed settings before it asks for %s (catches a change that is ignored)', async (_, route, act) => {
  const { chat, openC, fake } = await setUp();
  await openC();
  chat.settings.change({ systemPrompt: 'Be brief.' });
  act(chat);
  const routes = fake.requests.flatMap((request) => (request.kind === 'call' ? [request.route] : []));
  expect(routes.slice(-2)).toEqual(['history.change', route]);
});

test('edits the last message of a conversation, even from its middle (catches an older message that is edited)', async () => {
  const { chat, answer } = await setUp();
  void chat.conversation.open('c', 'u');
  await answer('history.open', page([userMessage('u')], true));
  void chat.editLast();
  await answer('history.open', page([userMessage('u'), storedAnswer('a'), userMessage('u2', { attachments: [file('a.txt')] })]));
  expect(chat.editing.read()?.messageId).toBe('u2');
  expect(parseAttachments(chat.editing.read()?.files.read().text ?? '')).toEqual([file('a.txt')]);
});
