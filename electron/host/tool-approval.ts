import { ok, type Result } from '../contract/failure.ts';
import { fail } from '../contract/failures/fail.ts';
import type { Toolbox } from '../contract/tool.ts';
import type { Core } from '../core/create-core.ts';
import { escapeHiddenCharacters } from './dialogs.ts';
import { hostText } from './text.ts';
import { notAllowed, type UserAnswer, type UserGesture } from './user-activation.ts';

type Tools = Core['tools'];

/** Dependencies of the approval questions. */
export interface ApprovalDependencies {
  readonly tools: Pick<
    Tools,
    'read' | 'describeForApproval' | 'approve' | 'describeServerForApproval' | 'approveServer' | 'checkHost' | 'allowHost'
  >;
  readonly gesture: () => UserGesture | undefined;
}

/** Asks whether models may run a tool's command. The approval is bound to the hash of the command shown. */
export async function approveTool({ tools, gesture }: ApprovalDependencies, id: string, signal?: AbortSignal): Promise<Result<Toolbox>> {
  const request = tools.describeForApproval(id);
  if (!request.ok) return request;
  const { name, argv, placeholders, hash } = request.value;
  const lines = formatArguments(argv);
  if (!lines.ok) return lines;
  const answer = await gesture()?.ask(
    {
      message: hostText.approveTool.message(escapeHiddenCharacters(name)),
      detail: hostText.approveTool.detail(lines.value, placeholders),
      yes: hostText.approveTool.yes,
    },
    signal,
  );
  return applyAnswer(answer, tools, () => tools.approve(id, hash));
}

/** Asks whether a tool server may be started. */
export async function approveToolServer(
  { tools, gesture }: ApprovalDependencies,
  id: string,
  signal?: AbortSignal,
): Promise<Result<Toolbox>> {
  const request = tools.describeServerForApproval(id);
  if (!request.ok) return request;
  const { name, argv, hash } = request.value;
  const lines = formatArguments(argv);
  if (!lines.ok) return lines;
  const answer = await gesture()?.ask(
    {
      message: hostText.approveServer.message(escapeHiddenCharacters(name)),
      detail: hostText.approveServer.detail(lines.value),
      yes: hostText.approveServer.yes,
    },
    signal,
  );
  return applyAnswer(answer, tools, () => tools.approveServer(id, hash));
}

/** Asks whether tools may reach a host on this computer or its network. Revoking needs no question. */
export async function allowToolHost(
  { tools, gesture }: ApprovalDependencies,
  host: string,
  isAllowed: boolean,
  signal?: AbortSignal,
): Promise<Result<Toolbox>> {
  if (!isAllowed) return tools.allowHost(host, false);
  const entry = tools.checkHost(host);
  if (!entry.ok) return entry;
  const answer = await gesture()?.ask(
    {
      message: hostText.allowHost.message(escapeHiddenCharacters(entry.value)),
      detail: hostText.allowHost.detail,
      yes: hostText.allowHost.yes,
    },
    signal,
  );
  return applyAnswer(answer, tools, () => tools.allowHost(entry.value, true));
}

/** Applies a yes, ignores a no, and fails if the user was not asked. */
async function applyAnswer(
  answer: UserAnswer | undefined,
  tools: Pick<Tools, 'read'>,
  approve: () => Result<Toolbox> | Promise<Result<Toolbox>>,
): Promise<Result<Toolbox>> {
  if (answer === 'yes') return approve();
  return answer === 'no' ? ok(tools.read()) : notAllowed(answer);
}

/** Some systems cut off longer text, or push the buttons off the screen. */
const maxShown = { characters: 1500, lines: 24 };

/** Formats a command for a dialog, one argument per line. Fails if it is too long to show, because hidden parts can't be approved. */
export function formatArguments(argv: readonly string[]): Result<string> {
  const lines = argv.map((argument, index) => `${index + 1}.  ${quoteIfPadded(escapeHiddenCharacters(argument))}`);
  const text = lines.join('\n');
  if (lines.length > maxShown.lines || text.length > maxShown.characters) return fail('tool-command-too-long');
  return ok(text);
}

/** Quotes an argument whose ends would be invisible. */
function quoteIfPadded(argument: string): string {
  return argument === '' || argument.startsWith(' ') || argument.endsWith(' ') ? `"${argument}"` : argument;
}
