import type { Conversation, StoredMessage } from '../../../contract/history.ts';

/** How conversations become text; each piece is written before the next one is asked for. */
export interface ExportWriter {
  /** Whether all branches are wanted, or the one in use. */
  readonly takes: 'tree' | 'branch';
  /** `title` is that of the only conversation there is to come, else null. */
  readonly begin: (now: number, title: string | null) => string;
  readonly conversation: (conversation: Conversation, leafId: string | null, isFirst: boolean) => string;
  readonly message: (message: StoredMessage, request: Readonly<Record<string, unknown>> | null, isFirst: boolean) => string;
  readonly endConversation: () => string;
  readonly end: () => string;
}
