import type { Result } from '../contract/failure.ts';
import { fail } from '../contract/failures/fail.ts';
import type { RouteOutput } from '../contract/routes.ts';
import type { Core } from '../core/create-core.ts';
import { canShow, escapeHiddenCharacters, type Approve } from './dialogs.ts';
import { hostText } from './text.ts';

/** Asks outside the page whether a program's file may be changed, and shows the difference. The approval is bound to the file as it is. */
export async function setUpProgram(
  programs: Pick<Core['programs'], 'describe' | 'setUp'>,
  approve: Approve,
  choice: Parameters<Core['programs']['setUp']>[0],
  signal: AbortSignal,
): Promise<Result<RouteOutput<'shell.setUpProgram'>>> {
  const described = await programs.describe(choice);
  if (!described.ok) return described;
  const { title, file, isNewFile, difference, hash } = described.value;
  const lines = difference.map(({ isAdded, text }) => `${isAdded ? '+' : '-'} ${escapeHiddenCharacters(text)}`);
  if (!canShow(lines)) return fail('client-program-change-too-long', { file });
  const { message, detail, yes } = hostText.setUpProgram;
  const question = { message: message(title), detail: detail(escapeHiddenCharacters(file), lines.join('\n'), isNewFile), yes };
  const setUp = async (): Promise<Result<RouteOutput<'shell.setUpProgram'>>> => {
    const done = await programs.setUp(choice, hash);
    return done.ok ? { ok: true, value: { isDone: true, key: done.value.key } } : done;
  };
  return approve(question, signal, setUp, () => ({ isDone: false, key: null }));
}
