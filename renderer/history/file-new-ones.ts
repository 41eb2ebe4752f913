import type { TypedBridge } from '../bridge/create-bridge.ts';
import type { ConversationList } from './conversation-list.ts';

/** Told of so late, it began before it was told of, as an import does. */
const justNow = 5000;

/** Puts a conversation that begins while a folder is shown into that folder: it would vanish from sight otherwise. */
export function fileNewOnes({ call, on }: TypedBridge, list: ConversationList, isImporting: () => boolean, now: () => number): void {
  const seen = new Set<string>();
  on('history.changed', (changed) => {
    for (const { id, createdAt, folder } of changed) {
      if (seen.has(id) || now() - createdAt > justNow) continue;
      seen.add(id);
      const { shelf, folder: shown } = list.read().selection;
      // Where that fails it lies in no folder, where it can be seen and moved.
      if (folder === null && shelf === 'current' && typeof shown === 'string' && !isImporting()) {
        void call('history.move', { ids: [id], folder: shown });
      }
    }
  });
}
