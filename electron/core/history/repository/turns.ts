import { isSameJson } from '../../../contract/json.ts';
import { ok, type Failed, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import type { Attachment, Conversation, ConversationSettings, StoredAnswer, StoredMessage } from '../../../contract/history.ts';
import { inTrash, noConversation, noMessage } from '../database/failures.ts';
import type { StoreContext } from '../store-context.ts';
import { readConversation, type ConversationRow } from './conversation-row.ts';
import type { Conversations } from './conversations.ts';
import type { Messages } from './messages.ts';

/** A turn to be answered. */
export interface NewTurn {
  readonly conversationId: string;
  /** Creates the conversation, with the `kind` and the `settings` below. */
  readonly create?: { readonly title: string; readonly folder?: string | undefined };
  /** The turn is refused if the conversation is of the other kind. */
  readonly kind?: Conversation['kind'];
  /** Become the conversation's settings. */
  readonly settings?: ConversationSettings;
  /** Defaults to the end of the branch in use. */
  readonly parentId?: string | null;
  /** The user's message. Defaults to none, so that the answer follows the parent. */
  readonly question?: { readonly text: string; readonly attachments: readonly Attachment[] };
  /** The model that is to answer. */
  readonly model: string;
}

/** A turn whose answer can be requested. */
export interface StartedTurn {
  readonly answer: StoredAnswer;
  /** The messages before the answer, from the root on. In a text completion only the last one, because a model gets no more. */
  readonly path: readonly StoredMessage[];
}

/** Starts turns. */
export interface Turns {
  /** Adds the user's message and an empty answer in one transaction, and reads what the model is to answer. */
  readonly startTurn: (turn: NewTurn) => Result<StartedTurn>;
}

/** Creates the turns of one database. */
export function createTurns({ db }: StoreContext, conversations: Conversations, messages: Messages): Turns {
  const openConversation = ({ conversationId: id, create, kind, settings }: NewTurn): Result<ConversationRow> => {
    if (create && kind && settings) {
      const begun = conversations.begin({ id, kind, settings, ...create });
      if (!begun.ok) return begun;
    }
    const row = conversations.row(id);
    if (!row) return noConversation();
    const conversation = readConversation(row);
    if (kind !== undefined && conversation.kind !== kind) return otherKind(kind);
    if (conversation.trashedAt !== null) return inTrash();
    if (settings === undefined || isSameJson(conversation.settings, settings)) return ok(row);
    const changed = conversations.change({ id, change: { settings } });
    return changed.ok ? ok(row) : changed;
  };

  return {
    startTurn: (turn) =>
      db.transaction(() => {
        const conversation = openConversation(turn);
        if (!conversation.ok) return conversation;
        const { key, kind, leaf } = conversation.value;
        let parent = turn.parentId === undefined ? ok(leaf) : messages.findParent(key, turn.parentId);
        if (parent.ok && turn.question) parent = ok(messages.insert(key, parent.value, { role: 'user', ...turn.question }));
        if (!parent.ok) return parent;
        const answerKey = messages.insert(key, parent.value, { role: 'assistant', model: turn.model, mode: null });
        const keys = messages.pathKeys(answerKey);
        const path = messages.read(kind === 'completion' ? keys.slice(-2) : keys);
        const answer = path.at(-1);
        return answer?.role === 'assistant' ? ok({ answer, path: path.slice(0, -1) }) : noMessage();
      }),
  };
}

function otherKind(expected: Conversation['kind']): Failed {
  return expected === 'chat' ? fail('conversation-is-completion') : fail('conversation-is-chat');
}
