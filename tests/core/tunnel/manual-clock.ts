/** A clock and timers that move only when the test moves them. */
export type ManualClock = ReturnType<typeof createManualClock>;

/** Creates a clock at zero. */
export function createManualClock() {
  let now = 0;
  let shift = 0;
  const due = new Set<{ readonly at: number; readonly run: () => void }>();
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    clock: { now: () => now + shift },
    timers: {
      after: (ms: number, run: () => void) => {
        const timer = { at: now + ms, run };
        due.add(timer);
        return () => void due.delete(timer);
      },
    },
    /** Runs due timers in order. Promises settle in between. */
    move: async (ms: number) => {
      const end = now + ms;
      await settle();
      for (;;) {
        const [next] = [...due].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        due.delete(next);
        now = Math.max(now, next.at);
        next.run();
        await settle();
      }
      now = end;
    },
    /** Simulates a sleeping computer: time passes, but no timer runs. */
    sleep: (ms: number) => void (shift += ms),
    pending: () => due.size,
  };
}
