import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import { answerStateSchema, type BranchNode, type BranchTree, type NotebookState, type StoredMessage } from '../../../contract/history.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import type { Conversations } from './conversations.ts';
import type { Messages } from './messages.ts';

interface NodeRow {
  readonly id: string;
  readonly parent_id: string | null;
  readonly role: BranchNode['role'];
  readonly created_at: number;
  readonly state: string | null;
  readonly model: string | null;
  readonly excerpt: string | null;
}

const treeSql = `SELECT m.id, p.id AS parent_id, m.role, m.created_at, m.state, m.model, CASE
    WHEN NOT json_valid(m.body) THEN NULL
    WHEN m.role = 'assistant' THEN substr((SELECT group_concat(value ->> 'text', '') FROM json_each(m.body, '$.answer.parts')
      WHERE value ->> 'kind' = 'text'), 1, 80)
    ELSE coalesce(nullif(substr(m.body ->> 'text', -80), ''), substr(coalesce(nullif(m.body ->> '$.images[0].alternative', ''),
      m.body ->> '$.images[0].name'), 1, 80)) END AS excerpt
  FROM message m LEFT JOIN message p ON p.key = m.parent
  WHERE m.conversation = ? AND m.removed_with IS NULL ORDER BY m.key`;

/** Reads all branches of a conversation, without switching the one in use. */
export function createBranchMap(db: Database, conversations: Conversations, messages: Messages) {
  const parentOf = ({ parentId }: StoredMessage): StoredMessage | undefined => {
    const parent = parentId === null ? undefined : messages.message(parentId);
    return parent?.ok ? parent.value : undefined;
  };

  return {
    tree: ({ id }: { readonly id: string }): Result<BranchTree> => {
      const row = conversations.row(id);
      if (!row) return fail('conversation-not-found');
      const nodes = db.all<NodeRow>(treeSql, row.key).map(readNode);
      const leafId = db.one<{ id: string }>('SELECT id FROM message WHERE key = ?', row.leaf)?.id ?? null;
      return ok({ nodes, leafId });
    },
    /** Returns the text of a Notebook text at a message: the prompt, the continuation, and the text after the cursor. */
    notebookState: ({ messageId }: { readonly messageId: string }): Result<NotebookState> => {
      const found = messages.message(messageId);
      if (!found.ok) return found;
      const answer = found.value.role === 'assistant' ? found.value.answer : undefined;
      const sent = answer ? parentOf(found.value) : found.value;
      return ok({
        prompt: sent?.role === 'user' ? sent.text : '',
        continuation: (answer?.parts ?? []).map((part) => (part.kind === 'text' ? part.text : '')).join(''),
        suffix: sent?.role === 'user' ? (sent.suffix ?? '') : '',
        tokenCount: answer?.tokenCount ?? 0,
      });
    },
  };
}

function readNode({ id, parent_id, role, created_at, state, model, excerpt }: NodeRow): BranchNode {
  return {
    id,
    parentId: parent_id,
    role,
    createdAt: created_at,
    state: answerStateSchema.safeParse(state).data ?? null,
    model,
    excerpt: excerpt ?? '',
  };
}
