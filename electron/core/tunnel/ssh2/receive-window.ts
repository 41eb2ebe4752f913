/** Manages one channel's receive window. */
export type ReceiveWindow = ReturnType<typeof createReceiveWindow>;

/** Creates the window. `grant` allows the peer to send more bytes. */
export function createReceiveWindow(budget: WindowBudget, grant: (bytes: number) => void) {
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
    reservation.resize(Math.max(plan.size, granted + unread)); // a plan can shrink at once, but granted bytes can't be taken back
  };

  return {
    /** Called when bytes arrive. `unread` counts all bytes the reader has not consumed. */
    onReceived: (bytes: number, unread: number): void => {
      granted -= bytes;
      plan = replan(plan, bytes, unread, budget.available());
      topUp(unread);
    },
    /** Called when the reader has consumed bytes. */
    onRead: topUp,
    close: (): void => {
      isClosed = true;
      reservation.release();
    },
  };
}

/** The planned size of a channel's receive window. */
interface WindowPlan {
  /** How many bytes may be in transit or unread. */
  readonly size: number;
  /** Bytes the reader has consumed since the last growth or stall. */
  readonly consumed: number;
}

/** With this, 100 stalled readers hold 25 MiB. */
export const initialWindow = 256 * 1024;
/** Enough for 124 MiB/s at 40 ms. More would only cost memory. */
const maxWindow = 8 * 1024 * 1024;
/** Small enough that the sender never waits, large enough to be worth a message. */
const minRefill = 64 * 1024;

/** The plan of a new channel. */
const initialPlan: WindowPlan = { size: initialWindow, consumed: 0 };

/**
 * Plans the window after `bytes` arrived and `unread` are not read. Doubles it, within `available`, for a reader that has consumed a
 * whole window without falling behind. Halves it for a reader that leaves half a window unread.
 */
function replan(plan: WindowPlan, bytes: number, unread: number, available: number): WindowPlan {
  if (unread > plan.size / 2) return { size: Math.max(initialWindow, plan.size / 2), consumed: 0 };
  const consumed = plan.consumed + bytes;
  if (consumed < plan.size) return { ...plan, consumed: consumed };
  const growth = Math.min(plan.size, maxWindow - plan.size, available);
  return { size: plan.size + Math.max(0, growth), consumed: 0 };
}

/** Returns how many bytes to grant, or 0 until it is worth a message. */
function windowRefill(plan: WindowPlan, granted: number, unread: number): number {
  const missing = plan.size - granted - unread;
  return missing >= Math.max(minRefill, plan.size / 8) ? missing : 0;
}

/** With 100 initial windows this stays below 64 MiB, whatever the readers do. */
const budgetBytes = 32 * 1024 * 1024;

export type WindowBudget = ReturnType<typeof createWindowBudget>;

/** Creates the unused budget for growth that all channels of a session share. */
export function createWindowBudget() {
  let used = 0;
  return {
    available: (): number => budgetBytes - used,
    /** Reserves a channel's part. `resize` sets its maximum window, including granted bytes. */
    reserve: () => {
      let reserved = 0;
      const resize = (bytes: number): void => {
        const next = Math.max(0, bytes - initialWindow);
        used += next - reserved;
        reserved = next;
      };
      return { resize, release: () => resize(0) };
    },
  };
}
