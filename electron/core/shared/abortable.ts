/** Returns the result of the work, or undefined once the signal is aborted. The work itself is not stopped. */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const aborted = Promise.withResolvers<undefined>();
  const onAbort = (): void => aborted.resolve(undefined);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([aborted.promise, work]); // Promise.race handles a rejection that comes too late
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
