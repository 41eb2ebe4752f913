/** A share of the budget. */
export interface Reservation {
  /** It turned out to be this much. */
  readonly settle: (bytes: number) => void;
  readonly release: () => void;
}

/** A budget for bodies that are held in memory. */
export interface MemoryBudget {
  /** Undefined where there is no room. */
  readonly take: (bytes: number) => Reservation | undefined;
}

/** A budget of which nothing is spent. */
export function createMemoryBudget(limit: number): MemoryBudget {
  let held = 0;
  return {
    take: (bytes) => {
      if (held + bytes > limit) return undefined;
      let own = bytes;
      held += own;
      const settle = (real: number): void => {
        held += real - own;
        own = real;
      };
      return { settle, release: () => settle(0) };
    },
  };
}
