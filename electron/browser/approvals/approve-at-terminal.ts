import { sanitizeOutput, readLine, type Terminal } from '../../command-line/terminal.ts';
import type { PendingApprovals, PendingApproval } from './pending-approvals.ts';

/** Puts a question to the person at a terminal. */
export async function askApproval({ message, detail, yes }: PendingApproval, terminal: Terminal): Promise<boolean> {
  terminal.output.write(`\n${sanitizeOutput(message)}\n\n${sanitizeOutput(detail)}\n\n`);
  const answer = await readLine(`${sanitizeOutput(yes)}? Type yes to agree: `, terminal, false);
  return answer.trim().toLowerCase() === 'yes';
}

/** Asks every question of the board at the terminal, one after the other; one that is answered elsewhere is withdrawn. */
export function approveAtTerminal(board: PendingApprovals, terminal: Omit<Terminal, 'signal'>): () => void {
  let asking: { readonly id: string; readonly withdrawn: AbortController } | undefined;

  const settle = async (approval: PendingApproval, signal: AbortSignal): Promise<void> => {
    const isYes = await askApproval(approval, { ...terminal, signal });
    if (!signal.aborted) board.answer(approval.id, isYes);
  };
  const follow = (waiting: readonly PendingApproval[]): void => {
    if (asking && !waiting.some(({ id }) => id === asking?.id)) {
      asking.withdrawn.abort();
      asking = undefined;
    }
    const [next] = waiting;
    if (asking || !next) return;
    const withdrawn = new AbortController();
    asking = { id: next.id, withdrawn };
    void settle(next, withdrawn.signal);
  };
  follow(board.waiting());
  const stop = board.listen(follow);
  return () => {
    stop();
    asking?.withdrawn.abort();
  };
}
