import type { Core } from '../../core/create-core.ts';
import type { Dialogs } from '../dialogs/dialogs.ts';
import { kinds } from './file-kinds.ts';
import { saveFile, type SavedFile } from './save-file.ts';

/** Saves the bundle that helps somebody else to understand what went wrong. */
export function saveSupportBundle(
  core: Pick<Core, 'bundleDiagnostics' | 'log'>,
  dialogs: Dialogs,
  refusals: Readonly<Record<string, number>>,
): Promise<SavedFile> {
  return saveFile({
    dialogs,
    title: 'Save diagnostics bundle',
    suggestedName: `causeway-diagnostics-${new Date().toISOString().slice(0, 10)}.zip`,
    kind: kinds.zip,
    content: () => core.bundleDiagnostics(refusals),
    onError: (error) => core.log.error('diagnostics.save-failed', { error }),
  });
}
