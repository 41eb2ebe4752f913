const validFor = 2000;

/** The last gesture of the user's. */
export interface LastUserGesture {
  readonly notice: () => void;
  /** Whether there was one just now; it serves once. */
  readonly use: () => boolean;
}

/** Remembers none at first. */
export function createLastUserGesture(now: () => number): LastUserGesture {
  let last = -Infinity;
  return {
    notice: () => void (last = now()),
    use: () => {
      const isRecent = now() - last <= validFor;
      last = -Infinity;
      return isRecent;
    },
  };
}
