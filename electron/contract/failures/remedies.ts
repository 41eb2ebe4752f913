/** The remedy for what passes by itself. The connection check isn't tried but run again. */
export const tryAgain = { window: 'Try again.', terminal: 'Try again.', check: 'Check again.', terminalCheck: 'Check again.' };

/** A remedy of the check for what only the operator can repair. */
export const checkAgainLater = 'Check again in a minute, and contact the service operator if it still fails.';
