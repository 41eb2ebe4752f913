import { dropTyped, sanitizeOutput, readLine, type Terminal } from '../../command-line/terminal.ts';
import type { PendingApprovals, PendingApproval } from './pending-approvals.ts';
import { browserText } from '../text.ts';

/** The user may be answering an earlier question that was just withdrawn. */
const readingMs = 1000;

/** Asks the user at a terminal. */
export async function askApproval({ message, detail }: PendingApproval, terminal: Terminal): Promise<boolean> {
  terminal.output.write(`\n${sanitizeOutput(message)}\n\n${sanitizeOutput(detail)}\n\n`);
  await dropTyped(terminal, readingMs);
  const answer = await readLine(browserText.approve.prompt, terminal, false);
  return answer.trim().toLowerCase() === 'yes';
}

interface Question {
  readonly id: string;
  readonly withdrawn: AbortController;
  state: 'waiting' | 'shown' | 'answered';
}

/** Asks the pending approvals at the terminal, one at a time. A question answered elsewhere is cancelled. */
export function approveAtTerminal(approvals: PendingApprovals, terminal: Omit<Terminal, 'signal'>): () => void {
  let current: Question | undefined;
  let shown: Promise<void> = Promise.resolve();

  const show = async (approval: PendingApproval, question: Question): Promise<void> => {
    const { signal } = question.withdrawn;
    if (signal.aborted) return;
    question.state = 'shown';
    const isYes = await askApproval(approval, { ...terminal, signal });
    if (signal.aborted) return;
    question.state = 'answered';
    approvals.answer(approval.id, isYes);
  };
  const update = (pending: readonly PendingApproval[]): void => {
    if (current && !pending.some(({ id }) => id === current?.id)) {
      if (current.state === 'shown') terminal.output.write(`\n${browserText.approve.answeredElsewhere}\n`);
      current.withdrawn.abort();
      current = undefined;
    }
    const [first] = pending;
    if (current || !first) return;
    const question: Question = { id: first.id, withdrawn: new AbortController(), state: 'waiting' };
    current = question;
    shown = shown.then(() => show(first, question)); // after the one before has let go of the terminal
  };
  update(approvals.list());
  const stop = approvals.listen(update);
  return () => {
    stop();
    current?.withdrawn.abort();
  };
}

/** Prints how to answer a question, if the program has no terminal to ask at. Returns a function that stops it. */
export function announceApprovals(
  { approvals, approveFlags }: { readonly approvals: Pick<PendingApprovals, 'listen'>; readonly approveFlags: string },
  print: (sentence: string) => void,
): () => void {
  let count = 0;
  return approvals.listen((pending) => {
    if (pending.length > count) print(browserText.approve.waiting(approveFlags));
    count = pending.length;
  });
}
