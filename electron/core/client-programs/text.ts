/** What is said of programs that use the local API. */
export const clientProgramText = {
  noTools: 'It can’t call tools.',
  slashInName: 'Claude Code doesn’t take a model name with a slash.',
  shortContext: (has: number, needs: number) =>
    `Its context of ${has.toLocaleString('en-US')} tokens is too short. At least ${needs.toLocaleString('en-US')} are needed.`,
  /** The name of a local key. */
  checkKey: (title: string) => `${title} (check)`,
};
