/** What comes of the work, or undefined as soon as the signal is aborted; the work itself is left to end as it may. */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const aborted = Promise.withResolvers<undefined>();
  const leave = (): void => aborted.resolve(undefined);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([aborted.promise, work]); // in a race too late a rejection is nobody's
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
