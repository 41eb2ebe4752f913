/** What command-line programs print about themselves. */
export const commandLineText = {
  bug: (detail: string) => `Internal error: ${detail}`,
};
