import { ok, type Result } from '../../contract/failure.ts';
import type { Library } from '../../contract/library.ts';
import type { Core } from '../../core/create-core.ts';
import type { Dialogs } from '../dialogs/dialogs.ts';
import { kinds } from './file-kinds.ts';
import { fileName } from './file-name.ts';
import { readChosenFile } from './read-chosen-file.ts';
import { saveFile, type SavedFile } from './save-file.ts';

/** Saves one preset as a file to share. */
export async function exportPreset(library: Pick<Core['library'], 'exportPreset'>, dialogs: Dialogs, id: string): Promise<SavedFile> {
  const preset = library.exportPreset(id);
  if (!preset.ok) return preset;
  const { name, text } = preset.value;
  return saveFile({
    dialogs,
    title: 'Export preset',
    suggestedName: fileName(name, 'json', 'preset'),
    kind: kinds.json,
    content: () => text,
  });
}

/** Adds the preset of a file. */
export async function importPreset(library: Pick<Core['library'], 'read' | 'importPreset'>, dialogs: Dialogs): Promise<Result<Library>> {
  const text = await readChosenFile(dialogs, 'Import preset', [kinds.json]);
  if (!text.ok) return text;
  return text.value === null ? ok(library.read()) : library.importPreset(text.value);
}
