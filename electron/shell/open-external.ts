import { shell } from 'electron';
import { ok, type Result } from '../contract/failure.ts';
import { fail } from '../contract/failures/fail.ts';
import { parseExternalLink } from '../host/parse-external-link.ts';

/** Opens a link in the system's browser: https and mailto only. Nothing else may open URLs. */
export async function openLink(url: string): Promise<Result<undefined>> {
  const link = parseExternalLink(url);
  if (!link.ok) return link;
  await shell.openExternal(link.value);
  return ok(undefined);
}

/** Opens a folder in the system's file manager. */
export async function showFolder(folder: string): Promise<Result<undefined>> {
  const problem = await shell.openPath(folder);
  return problem === '' ? ok(undefined) : fail('log-folder-not-opened', { folder, detail: problem });
}
