import type { Core } from '../../core/create-core.ts';
import type { Dialogs } from '../dialogs/dialogs.ts';
import { kinds } from './file-kinds.ts';
import { saveFile, type SavedFile } from './save-file.ts';

/** Saves what the agent has seen. */
export function exportRequests(
  agent: Pick<Core['agent'], 'exportRequests'>,
  dialogs: Dialogs,
  format: 'ndjson' | 'har',
): Promise<SavedFile> {
  return saveFile({
    dialogs,
    title: 'Export requests',
    suggestedName: `causeway-requests.${format}`,
    kind: kinds[format],
    content: () => agent.exportRequests(format),
  });
}
