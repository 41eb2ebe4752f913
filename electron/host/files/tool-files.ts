import { ok, type Result } from '../../contract/failure.ts';
import type { Toolbox } from '../../contract/tool.ts';
import type { Core } from '../../core/create-core.ts';
import type { Dialogs } from '../dialogs/dialogs.ts';
import { kinds } from './file-kinds.ts';
import { readChosenFile } from './read-chosen-file.ts';
import { saveFile, type SavedFile } from './save-file.ts';

/** Saves all tools as a file to share. */
export function exportTools(tools: Pick<Core['tools'], 'exportText'>, dialogs: Dialogs): Promise<SavedFile> {
  return saveFile({ dialogs, title: 'Export tools', suggestedName: 'causeway-tools.json', kind: kinds.json, content: tools.exportText });
}

/** Adds the tools of a file; they arrive switched off and approved by nobody. */
export async function importTools(tools: Pick<Core['tools'], 'read' | 'importText'>, dialogs: Dialogs): Promise<Result<Toolbox>> {
  const text = await readChosenFile(dialogs, 'Import tools', [kinds.json]);
  if (!text.ok) return text;
  return text.value === null ? ok(tools.read()) : tools.importText(text.value);
}
