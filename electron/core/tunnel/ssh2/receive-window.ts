/** Keeps one channel's receive window topped up. */
export interface ReceiveWindow {
  /** Bytes came in; `unread` of them all lie with the reader. */
  readonly onReceived: (bytes: number, unread: number) => void;
  /** The reader has taken some. */
  readonly onRead: (unread: number) => void;
  readonly close: () => void;
}

/** `grant` tells the other side that it may send so many bytes more. */
export function createReceiveWindow(budget: WindowBudget, grant: (bytes: number) => void): ReceiveWindow {
  const reservation = budget.reserve();
  let plan = initialPlan;
  let granted = initialWindow;
  let isClosed = false;

  const topUp = (unread: number): void => {
    if (isClosed) return;
    const more = windowRefill(plan, granted, unread);
    if (more > 0) {
      granted += more;
      grant(more);
    }
    reservation.resize(Math.max(plan.size, granted + unread)); // a plan can shrink at once, what was granted can't
  };

  return {
    onReceived: (bytes, unread) => {
      granted -= bytes;
      plan = replan(plan, bytes, unread, budget.available());
      topUp(unread);
    },
    onRead: topUp,
    close: () => {
      isClosed = true;
      reservation.release();
    },
  };
}

/** What a channel's receive window is allowed to be. */
export interface WindowPlan {
  /** How many bytes the other side may have under way or unread with us. */
  readonly size: number;
  /** Bytes taken by the reader since the last growth or stall. */
  readonly consumed: number;
}

/** A channel begins with this; 100 stalled readers hold 25 MiB. */
export const initialWindow = 256 * 1024;
/** Enough for 124 MiB/s at 40 ms; more only costs memory. */
const maxWindow = 8 * 1024 * 1024;
/** Topping up in small steps keeps the sender from waiting for us. */
const minRefill = 64 * 1024;

/** A channel that has just been opened. */
export const initialPlan: WindowPlan = { size: initialWindow, consumed: 0 };

/**
 * What to plan after `bytes` came in and `unread` lie with the reader. A reader that has taken a whole window without falling
 * behind gets twice as much, as far as `spare` goes; one that lets half a window lie is too slow to need what it has.
 */
export function replan(plan: WindowPlan, bytes: number, unread: number, spare: number): WindowPlan {
  if (unread > plan.size / 2) return { size: Math.max(initialWindow, plan.size / 2), consumed: 0 };
  const taken = plan.consumed + bytes;
  if (taken < plan.size) return { ...plan, consumed: taken };
  const growth = Math.min(plan.size, maxWindow - plan.size, spare);
  return { size: plan.size + Math.max(0, growth), consumed: 0 };
}

/** How much more to grant, given what is granted and not yet arrived, and what lies unread; nothing until it is worth a message. */
export function windowRefill(plan: WindowPlan, granted: number, unread: number): number {
  const missing = plan.size - granted - unread;
  return missing >= Math.max(minRefill, plan.size / 8) ? missing : 0;
}

/** Together with 100 first windows this stays below 64 MiB, whatever the readers do. */
const budgetBytes = 32 * 1024 * 1024;

/** What all channels of a session may grow by, together. */
export interface WindowBudget {
  readonly available: () => number;
  /** A channel's share of it; `hold` says how large its window may be at most, counting what is still owed. */
  readonly reserve: () => { readonly resize: (bytes: number) => void; readonly release: () => void };
}

/** A budget of which nothing is used. */
export function createWindowBudget(): WindowBudget {
  let used = 0;
  return {
    available: () => budgetBytes - used,
    reserve: () => {
      let reserved = 0;
      const hold = (bytes: number): void => {
        const next = Math.max(0, bytes - initialWindow);
        used += next - reserved;
        reserved = next;
      };
      return { resize: hold, release: () => hold(0) };
    },
  };
}
