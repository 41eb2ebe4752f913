/** How a test waits for a state: for long, since the machine may be busy, and a state that has come is seen at once. */
export const waitOptions = { timeout: 60_000, interval: 20 } as const;
