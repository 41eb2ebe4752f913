type Close = () => void | Promise<void>;

/** Collects what was opened and closes it in reverse order. */
export type Disposer = ReturnType<typeof createDisposer>;

/** Creates a disposer. Calls `onError` if a close throws, and closes the others. */
export function createDisposer(onError: (error: unknown) => void) {
  const opened: Close[] = [];
  let disposing: Promise<void> | undefined;

  const closeAll = async (): Promise<void> => {
    for (let close = opened.pop(); close; close = opened.pop()) {
      try {
        await close();
      } catch (error) {
        onError(error);
      }
    }
  };

  return {
    add: (close: Close) => void opened.push(close),
    dispose: (): Promise<void> => (disposing ??= closeAll()),
  };
}
