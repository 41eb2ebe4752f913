import { isSameJson } from '../../../contract/json.ts';
import { ok, type Failed, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import type { TurnStarted } from '../../../contract/chat-turn.ts';
import type { Conversation, ConversationSettings, StoredAnswer, StoredMessage } from '../../../contract/history.ts';
import type { Token } from '../../../contract/tokens.ts';
import type { StoreContext } from '../store-context.ts';
import { readConversation, type ConversationRow } from './conversation-row.ts';
import type { Conversations } from './conversations.ts';
import { areStored } from './images.ts';
import type { NewContent } from './message-body.ts';
import type { Messages } from './messages.ts';
import { appendTokens } from './tokens.ts';

/** A turn to be answered. */
export interface NewTurn {
  readonly conversationId: string;
  /** Creates the conversation, with the `kind` and the `settings` below, unless it exists. */
  readonly create?: { readonly title: string; readonly folder?: string | undefined };
  /** The turn is refused if the conversation is of the other kind. */
  readonly kind?: Conversation['kind'];
  /** Become the conversation's settings. */
  readonly settings?: ConversationSettings;
  /** Defaults to the end of the branch in use. */
  readonly parentId?: string | null;
  /** The user's message. Defaults to none, so that the answer follows the parent. */
  readonly question?: Omit<Extract<NewContent, { role: 'user' }>, 'role'>;
  /** The model that is to answer. */
  readonly model: string;
  /** Number of answers, which become siblings. Defaults to 1. */
  readonly count?: number;
  /** What the answer begins with. */
  readonly start?: { readonly text: string; readonly tokens: readonly Token[] };
}

/** A turn whose answer can be requested. */
export interface StartedTurn {
  /** The first answer. It is the end of the branch in use. */
  readonly answer: StoredAnswer;
  /** All answers, the first included. */
  readonly answers: readonly StoredAnswer[];
  /** The messages before the answer, from the root on. In a Notebook text only the last one, because a model gets no more. */
  readonly path: readonly StoredMessage[];
}

/** A user's message without an answer. */
export type NewText = Pick<NewTurn, 'conversationId' | 'create' | 'kind' | 'settings' | 'parentId'> & Pick<Required<NewTurn>, 'question'>;

/** Starts turns. */
export function createTurns({ db }: StoreContext, conversations: Conversations, messages: Messages) {
  const openConversation = ({ conversationId: id, create, kind, settings }: Omit<NewTurn, 'model'>): Result<ConversationRow> => {
    if (create && kind && settings && !conversations.row(id)) {
      const begun = conversations.begin({ id, kind, settings, ...create });
      if (!begun.ok) return begun;
    }
    const row = conversations.row(id);
    if (!row) return fail('conversation-not-found');
    const conversation = readConversation(row);
    if (kind !== undefined && conversation.kind !== kind) return otherKind(kind);
    if (conversation.trashedAt !== null) return fail('conversation-in-trash');
    if (settings === undefined || isSameJson(conversation.settings, settings)) return ok(row);
    const changed = conversations.change({ id, change: { settings } });
    return changed.ok ? ok(row) : changed;
  };

  /** Adds the user's message. A Notebook text with its id is replaced, or gets a branch once something follows it. Returns its key. */
  const putQuestion = (row: ConversationRow, { question, parentId, create }: NewText): Result<number> => {
    const content = { role: 'user', ...question } as const;
    if (!areStored(db, question.images ?? [])) return fail('image-not-stored');
    const same = question.id === undefined ? undefined : messages.position(question.id);
    if (same && same.conversation !== row.key) return fail('message-not-found');
    if (same && !messages.replace(same, content)) return ok(messages.insert(row.key, same.key, { ...content, id: undefined }));
    if (same) {
      if (same.parent === null && create) conversations.suggestTitle({ id: row.id, title: create.title });
      return ok(same.key);
    }
    const parent = parentId === undefined ? ok(row.leaf) : messages.findParent(row.key, parentId);
    return parent.ok ? ok(messages.insert(row.key, parent.value, content)) : parent;
  };

  /** Adds the answers. The first becomes the end of the branch in use. */
  const insertAnswers = (conversation: number, parent: number | null, { model, count = 1, start }: NewTurn): readonly number[] => {
    const keys = Array.from({ length: count }, () =>
      messages.insert(conversation, parent, { role: 'assistant', model, mode: null, text: start?.text }),
    );
    for (const key of keys) appendTokens(db, key, start?.tokens ?? []);
    if (count > 1) db.run('UPDATE conversation SET leaf = ? WHERE key = ?', keys[0] ?? null, conversation);
    return keys;
  };

  /** Returns the turn that began with a user's message, or null if there is none. */
  const startedTurn = (messageId: string): Result<TurnStarted | null> => {
    const found = db.one<{ conversation: string; answer: string }>(
      `SELECT c.id AS conversation, a.id AS answer FROM message m JOIN conversation c ON c.key = m.conversation
       JOIN message a ON a.parent = m.key AND a.role = 'assistant' WHERE m.id = ? ORDER BY a.key LIMIT 1`,
      messageId,
    );
    return ok(found ? { conversationId: found.conversation, messageId: found.answer } : null);
  };

  return {
    startedTurn,
    /** Saves the user's text in the Notebook, without an answer. */
    saveText: (text: NewText): Result<StoredMessage> =>
      db.transaction(() => {
        const conversation = openConversation(text);
        if (!conversation.ok) return conversation;
        const key = putQuestion(conversation.value, text);
        if (!key.ok) return key;
        const [saved] = messages.read([key.value]);
        return saved ? ok(saved) : fail('message-not-found');
      }),
    /** Adds the user's message and an empty answer in one transaction, and reads what the model is to answer. */
    startTurn: (turn: NewTurn): Result<StartedTurn> =>
      db.transaction(() => {
        const { question } = turn;
        const isRepeated =
          turn.kind !== 'notebook' && question?.id !== undefined && db.one('SELECT 1 AS found FROM message WHERE id = ?', question.id);
        if (isRepeated) return fail('already-answering');
        const conversation = openConversation(turn);
        if (!conversation.ok) return conversation;
        const { key, kind, leaf } = conversation.value;
        let parent: Result<number | null>;
        if (question) parent = putQuestion(conversation.value, { ...turn, question });
        else parent = turn.parentId === undefined ? ok(leaf) : messages.findParent(key, turn.parentId);
        if (!parent.ok) return parent;
        const answerKeys: readonly number[] = insertAnswers(key, parent.value, turn);
        const keys = messages.pathKeys(parent.value);
        const path = messages.read(kind === 'notebook' ? keys.slice(-1) : keys);
        const answers = messages.read(answerKeys).filter((message) => message.role === 'assistant');
        const [answer] = answers;
        return answer ? ok({ answer, answers, path }) : fail('message-not-found');
      }),
  };
}

function otherKind(expected: Conversation['kind']): Failed {
  return expected === 'chat' ? fail('conversation-is-completion') : fail('conversation-is-chat');
}
