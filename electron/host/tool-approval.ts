import { ok, type Result } from '../contract/failure.ts';
import { cancelledCall, fail } from '../contract/failures/fail.ts';
import type { Toolbox } from '../contract/tool.ts';
import type { Core } from '../core/create-core.ts';
import { escapeHiddenCharacters, type DialogQuestion, type Dialogs } from './dialogs.ts';
import { hostText } from './text.ts';

export interface ToolApprovalOptions {
  readonly tools: Pick<Core['tools'], 'read' | 'describeForApproval' | 'approve' | 'describeServerForApproval' | 'approveServer'>;
  /** Asks outside the page. */
  readonly confirm: Dialogs['confirm'];
  readonly now: () => number;
}

/** Stops asking after repeated refusals, because a hostile page could wear the user down. A withdrawn question counts as one. */
const refusalLimit = { refusals: 3, withinMs: 60_000 };

/** Asks outside the page whether programs may be started. An approval is bound to the hash of the command shown. */
export function createToolApproval({ tools, confirm, now }: ToolApprovalOptions) {
  let refusedAt: readonly number[] = [];
  const ask = async (question: DialogQuestion, signal: AbortSignal, approve: () => Promise<Result<Toolbox>>): Promise<Result<Toolbox>> => {
    refusedAt = refusedAt.filter((time) => now() - time < refusalLimit.withinMs);
    if (refusedAt.length >= refusalLimit.refusals) return fail('approvals-paused');
    const isYes = await confirm(question, signal);
    if (!isYes) refusedAt = [...refusedAt, now()];
    if (signal.aborted) return cancelledCall;
    return isYes ? approve() : ok(tools.read());
  };

  return {
    /** Asks whether models may run a tool's command. */
    approveTool: async (id: string, signal: AbortSignal): Promise<Result<Toolbox>> => {
      const request = tools.describeForApproval(id);
      if (!request.ok) return request;
      const { name, argv, placeholders, hash } = request.value;
      const lines = formatArguments(argv);
      if (!lines.ok) return lines;
      const { message, detail, yes } = hostText.approveTool;
      const question = { message: message(escapeHiddenCharacters(name)), detail: detail(lines.value, placeholders), yes };
      return ask(question, signal, () => tools.approve(id, hash));
    },
    /** Asks whether a tool server may be started. */
    approveServer: async (id: string, signal: AbortSignal): Promise<Result<Toolbox>> => {
      const request = tools.describeServerForApproval(id);
      if (!request.ok) return request;
      const { name, argv, hash } = request.value;
      const lines = formatArguments(argv);
      if (!lines.ok) return lines;
      const { message, detail, yes } = hostText.approveServer;
      const question = { message: message(escapeHiddenCharacters(name)), detail: detail(lines.value), yes };
      return ask(question, signal, () => tools.approveServer(id, hash));
    },
  };
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
