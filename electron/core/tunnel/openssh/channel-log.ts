const loggedFunctions = [
  'channels.c:channel_new',
  'channels.c:channel_input_open_confirmation',
  'channels.c:channel_input_open_failure',
  'sshconnect.c:ssh_connect_direct',
];

/** Makes ssh (8.5 or newer) say what becomes of its channels and that it is connected, and nothing else that it would not say anyway. */
export const channelLogArguments = `LogVerbose=${loggedFunctions.map((name) => `${name}():*`).join(',')}`;

/** What became of a connection ssh was asked for: agreed to, or refused with these words. */
export type OpenOutcome = { readonly kind: 'opened' } | { readonly kind: 'refused'; readonly message: string };

/** What ssh says of its channels. It connects us before it knows whether the instance lets it; that it does is said here only. */
export interface ChannelLog {
  /** Takes a line and when it was read; says whether it was said for our sake only. */
  readonly addLine: (line: string, at: number) => boolean;
  /** Settles when ssh has said the first word: one that never does can't be waited for. */
  readonly started: Promise<void>;
  /** When ssh had a TCP connection; undefined before, and where it goes through a jump host or a program. */
  readonly connectedAt: () => number | undefined;
  /** What becomes of the next connection to ssh's socket; to be asked for in the order of the connections. */
  readonly nextOutcome: () => Promise<OpenOutcome>;
  /** How long the instance took to agree to the last session, once; nothing where that was not seen. */
  readonly takeRoundTrip: () => number | undefined;
}

/** A log in which nothing stands. */
export function createChannelLog(): ChannelLog {
  const waiting: ((agreement: OpenOutcome) => void)[] = [];
  const opening = new Map<string, (agreement: OpenOutcome) => void>();
  const sessions = new Map<string, number>();
  const started = Promise.withResolvers<void>();
  let roundTrip: number | undefined;
  let connectedAt: number | undefined;

  const created = (channel: string, name: string, at: number): void => {
    started.resolve();
    if (name === 'client-session') sessions.set(channel, at);
    const settle = name === 'direct-tcpip' ? waiting.shift() : undefined;
    if (settle) opening.set(channel, settle);
  };
  const settled = (channel: string, agreement: OpenOutcome, at: number): void => {
    opening.get(channel)?.(agreement);
    opening.delete(channel);
    const since = sessions.get(channel);
    // Read at once, both lines say nothing about the time between them.
    if (since !== undefined && at > since) roundTrip = at - since;
    sessions.delete(channel);
  };

  return {
    addLine: (line, at) => {
      const [, channel = '', word, rest = ''] = /channel (\d+): (new|open confirm|open failed:) ?(.*)/.exec(line) ?? [];
      if (word === 'new') created(channel, /\[([^\]]*)\]/.exec(rest)?.[1] ?? '', at);
      else if (word === 'open confirm') settled(channel, { kind: 'opened' }, at);
      else if (word === 'open failed:') settled(channel, { kind: 'refused', message: `open failed: ${rest.trim()}` }, at);
      if (/sshconnect\.c:.*Connection established\./.test(line)) connectedAt = at;
      return /^(?:(?:debug\d: )?channels\.c:|debug\d: sshconnect\.c:)/.test(line);
    },
    started: started.promise,
    connectedAt: () => connectedAt,
    nextOutcome: () => new Promise((resolve) => void waiting.push(resolve)),
    takeRoundTrip: () => {
      const taken = roundTrip;
      roundTrip = undefined;
      return taken;
    },
  };
}
