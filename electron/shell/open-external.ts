import { shell } from 'electron';
import { ok, type Result } from '../contract/failure.ts';
import { failed } from '../contract/failures/fail.ts';
import { activationPrompts } from '../host/user-activation-rules.ts';
import { parseExternalLink } from '../host/parse-external-link.ts';
import type { UserGesture } from '../host/user-activation.ts';

/** Opens a link in the system's browser: https and mailto only, and only after a click. Nothing else may open URLs. */
export async function openLink(url: string, gesture: UserGesture | undefined): Promise<Result<undefined>> {
  const link = parseExternalLink(url);
  if (!link.ok) return link;
  if (!(await gesture?.use(activationPrompts['shell.openLink']({ url: link.value }))))
    return failed('refused', 'Links open only when you click them.', 'Click the link again.');
  await shell.openExternal(link.value);
  return ok(undefined);
}

/** Opens a folder in the system's file manager. */
export async function showFolder(folder: string): Promise<Result<undefined>> {
  const problem = await shell.openPath(folder);
  return problem === ''
    ? ok(undefined)
    : failed('storage', `The log folder could not be opened: ${problem}.`, `Open it yourself: ${folder}`);
}
