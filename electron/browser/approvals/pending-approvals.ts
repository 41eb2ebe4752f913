import { randomUUID } from 'node:crypto';
import { readObject } from '../../contract/json.ts';
import type { DialogQuestion } from '../../host/dialogs.ts';
import { dropTyped, sanitizeOutput, readLine, type Terminal } from '../../command-line/terminal.ts';
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

/** A question waiting for the user's answer. */
export interface PendingApproval extends DialogQuestion {
  readonly id: string;
}

/** Questions that no page of the window may answer. */
export interface PendingApprovals {
  /** Waits for the user's answer. Returns false if too many are pending or `withdrawn` is aborted. */
  readonly ask: (question: DialogQuestion, withdrawn: AbortSignal) => Promise<boolean>;
  readonly list: () => readonly PendingApproval[];
  /** Answers a question. Returns whether it was pending. */
  readonly answer: (id: string, isYes: boolean) => boolean;
  readonly listen: (listener: (waiting: readonly PendingApproval[]) => void) => () => void;
}

/** A page must not flood the user with questions. */
const maxPending = 5;

export function createPendingApprovals(): PendingApprovals {
  const open = new Map<string, { readonly approval: PendingApproval; readonly settle: (isYes: boolean) => void }>();
  const listeners = new Set<(waiting: readonly PendingApproval[]) => void>();
  const waiting = (): readonly PendingApproval[] => [...open.values()].map(({ approval }) => approval);
  const notifyListeners = (): void => {
    for (const listener of listeners) listener(waiting());
  };
  const answer = (id: string, isYes: boolean): boolean => {
    const found = open.get(id);
    if (!found) return false;
    open.delete(id);
    notifyListeners();
    found.settle(isYes);
    return true;
  };

  return {
    ask: async ({ message, detail, yes }, withdrawn) => {
      if (open.size >= maxPending || withdrawn.aborted) return false;
      const id = randomUUID();
      const answered = Promise.withResolvers<boolean>();
      open.set(id, { approval: { id, message, detail, yes }, settle: answered.resolve });
      notifyListeners();
      const withdraw = (): void => void answer(id, false);
      withdrawn.addEventListener('abort', withdraw, { once: true });
      return answered.promise.finally(() => withdrawn.removeEventListener('abort', withdraw));
    },
    list: waiting,
    answer,
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Returns the answer in a request, or undefined if it has none. */
export function readApprovalAnswer(body: unknown): { readonly id: string; readonly isYes: boolean } | undefined {
  const { id, isYes } = readObject(body) ?? {};
  return typeof id === 'string' && typeof isYes === 'boolean' ? { id, isYes } : undefined;
}
