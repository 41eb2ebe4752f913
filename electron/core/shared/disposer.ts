type Close = () => void | Promise<void>;

/** Collects what was opened and closes it in reverse order. */
export interface Disposer {
  readonly add: (close: Close) => void;
  readonly dispose: () => Promise<void>;
}

/** Creates a disposer. Calls `onError` if a close throws, and closes the others. */
export function createDisposer(onError: (error: unknown) => void): Disposer {
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
    add: (close) => void opened.push(close),
    dispose: () => (disposing ??= closeAll()),
  };
}
