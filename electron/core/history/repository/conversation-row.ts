import { plainConversationSettings } from '../../../contract/constants.ts';
import { parseJson } from '../../../contract/json.ts';
import { conversationSettingsSchema, type Conversation, type ConversationSettings } from '../../../contract/history.ts';

/** A row of the table `conversation`. */
export interface ConversationRow {
  readonly key: number;
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly is_named: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly folder: string | null;
  readonly is_pinned: number;
  readonly is_archived: number;
  readonly trashed_at: number | null;
  readonly leaf: number | null;
  readonly settings: string;
}

/** The columns of a `ConversationRow`. */
export const conversationColumns =
  'key, id, kind, title, is_named, created_at, updated_at, folder, is_pinned, is_archived, trashed_at, leaf, settings';

/** Converts a row into a conversation. */
export function readConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    kind: toConversationKind(row),
    title: row.title,
    isNamedByUser: row.is_named === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    folder: row.folder,
    isPinned: row.is_pinned === 1,
    isArchived: row.is_archived === 1,
    trashedAt: row.trashed_at,
    settings: readSettings(row.settings),
  };
}

/** Reads the kind from a row with this column. */
export function toConversationKind({ kind }: Pick<ConversationRow, 'kind'>): Conversation['kind'] {
  return kind === 'notebook' ? 'notebook' : 'chat';
}

function readSettings(text: string): ConversationSettings {
  return conversationSettingsSchema.safeParse(parseJson(text)).data ?? plainConversationSettings;
}
