/** Answers to browsers and what the terminal prints. The command-line help is in options.ts. */
export const browserText = {
  refusals: {
    host: 'Causeway isn’t served under this name. Use the link it printed, or start it with --allow-host.',
    origin: 'Another page isn’t allowed to do this.',
    user: 'Causeway serves only the user who started it. If a reverse proxy runs as another user, start Causeway with --allow-user.',
    session: 'Open Causeway with a link first.',
    notALink: 'This isn’t a link.',
    linkUsed: 'This link was used or has expired.',
  },
  unnamedFile: 'The file',
  link: {
    opened: 'Causeway opens in your browser. If no window appears, open this link:',
    open: 'Open this link to use Causeway:',
    throughProxy: 'Through your reverse proxy:',
    forward: 'On another computer, run this first and leave it running:',
    notes: 'The link works once, within an hour, and the same command prints a new one.',
    stop: 'Press Ctrl+C to stop Causeway.',
    alreadyRunning: 'Causeway is already running.',
    waiting: 'Another Causeway is using this data folder. Waiting for it…',
  },
  approve: {
    prompt: 'Type yes to confirm, or press Enter to cancel: ',
    waiting: (flags: string) => `Causeway needs your answer. Start it in a terminal with ${flags}.`,
    nothing: 'Nothing needs your approval.',
    answeredElsewhere: 'This was answered elsewhere or is no longer needed.',
  },
};
