import { sanitizeOutput, readLine, type Terminal } from '../../command-line/terminal.ts';
import type { PendingApprovals, PendingApproval } from './pending-approvals.ts';
import { browserText } from '../text.ts';

/** Asks the user at a terminal. */
export async function askApproval({ message, detail, yes }: PendingApproval, terminal: Terminal): Promise<boolean> {
  terminal.output.write(`\n${sanitizeOutput(message)}\n\n${sanitizeOutput(detail)}\n\n`);
  const answer = await readLine(browserText.approve.prompt(sanitizeOutput(yes)), terminal, false);
  return answer.trim().toLowerCase() === 'yes';
}

/** Asks the pending approvals at the terminal, one at a time. A question answered elsewhere is cancelled. */
export function approveAtTerminal(approvals: PendingApprovals, terminal: Omit<Terminal, 'signal'>): () => void {
  let current: { readonly id: string; readonly withdrawn: AbortController } | undefined;

  const answer = async (approval: PendingApproval, signal: AbortSignal): Promise<void> => {
    const isYes = await askApproval(approval, { ...terminal, signal });
    if (!signal.aborted) approvals.answer(approval.id, isYes);
  };
  const update = (pending: readonly PendingApproval[]): void => {
    if (current && !pending.some(({ id }) => id === current?.id)) {
      current.withdrawn.abort();
      current = undefined;
    }
    const [next] = pending;
    if (current || !next) return;
    const withdrawn = new AbortController();
    current = { id: next.id, withdrawn };
    void answer(next, withdrawn.signal);
  };
  update(approvals.list());
  const stop = approvals.listen(update);
  return () => {
    stop();
    current?.withdrawn.abort();
  };
}
