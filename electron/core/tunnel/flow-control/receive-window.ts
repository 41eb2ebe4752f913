import type { WindowBudget } from './window-budget.ts';
import { firstWindow, freshPlan, refill, replan } from './window-plan.ts';

/** Keeps one channel's receive window topped up. */
export interface ReceiveWindow {
  /** Bytes came in; `unread` of them all lie with the reader. */
  readonly arrived: (bytes: number, unread: number) => void;
  /** The reader has taken some. */
  readonly read: (unread: number) => void;
  readonly end: () => void;
}

/** `grant` tells the other side that it may send so many bytes more. */
export function createReceiveWindow(budget: WindowBudget, grant: (bytes: number) => void): ReceiveWindow {
  const share = budget.share();
  let plan = freshPlan;
  let granted = firstWindow;
  let isEnded = false;

  const topUp = (unread: number): void => {
    if (isEnded) return;
    const more = refill(plan, granted, unread);
    if (more > 0) {
      granted += more;
      grant(more);
    }
    share.hold(Math.max(plan.size, granted + unread)); // a plan can shrink at once, what was granted can't
  };

  return {
    arrived: (bytes, unread) => {
      granted -= bytes;
      plan = replan(plan, bytes, unread, budget.spare());
      topUp(unread);
    },
    read: topUp,
    end: () => {
      isEnded = true;
      share.end();
    },
  };
}
