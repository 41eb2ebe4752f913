/** Options for waiting for a state: a long timeout, because the machine may be busy, and a short interval. */
export const waitOptions = { timeout: 60_000, interval: 20 } as const;
