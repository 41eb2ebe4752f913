import { randomUUID } from 'node:crypto';
import { readObject } from '../../contract/json.ts';
import type { DialogQuestion } from '../../host/dialogs.ts';

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
