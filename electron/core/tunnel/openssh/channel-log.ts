const loggedFunctions = [
  'channels.c:channel_new',
  'channels.c:channel_input_open_confirmation',
  'channels.c:channel_input_open_failure',
  'sshconnect.c:ssh_connect_direct',
];

/** Makes ssh (8.5 or newer) log its channels and its connection, and nothing else beyond its usual output. */
export const channelLogArguments = `LogVerbose=${loggedFunctions.map((name) => `${name}():*`).join(',')}`;

/** A setting that makes a jump host's ssh log that it has signed in. */
export const jumpLogSetting = 'LogVerbose sshconnect2.c:ssh_userauth2():*';

/** The outcome of opening a connection. */
export type OpenOutcome = { readonly kind: 'opened' } | { readonly kind: 'refused'; readonly message: string };

/**
 * Reads ssh's log of its channels. ssh accepts our connection before the instance has allowed the forward. Only this log tells
 * whether it did.
 */
export interface ChannelLog {
  /** Takes a line and the time it was read. Returns whether it was logged only because of our option. */
  readonly addLine: (line: string, at: number) => boolean;
  /** Resolves at the first channel line, because an ssh that never logs any can't be used. */
  readonly started: Promise<void>;
  /** Returns when ssh had a TCP connection. Stays undefined behind a jump host or a ProxyCommand. */
  readonly connectedAt: () => number | undefined;
  /** Returns how many jump hosts have accepted the sign-in. */
  readonly jumpLogins: () => number;
  /** Resolves with the outcome of the next connection to ssh's socket. Call it in the order of the connections. */
  readonly nextOutcome: () => Promise<OpenOutcome>;
  /** Returns the round trip of the last session once, or undefined if it was not measured. */
  readonly takeRoundTrip: () => number | undefined;
}

/** Creates an empty log. */
export function createChannelLog(): ChannelLog {
  const waiting: ((agreement: OpenOutcome) => void)[] = [];
  const opening = new Map<string, (agreement: OpenOutcome) => void>();
  const sessions = new Map<string, number>();
  const started = Promise.withResolvers<void>();
  let roundTrip: number | undefined;
  let connectedAt: number | undefined;
  let jumpLogins = 0;

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
    // Lines from the same read say nothing about the time between them.
    if (since !== undefined && at > since) roundTrip = at - since;
    sessions.delete(channel);
  };

  return {
    addLine: (line, at) => {
      const [, channel = '', event, detail = ''] = /channel (\d+): (new|open confirm|open failed:) ?(.*)/.exec(line) ?? [];
      if (event === 'new') created(channel, /\[([^\]]*)\]/.exec(detail)?.[1] ?? '', at);
      else if (event === 'open confirm') settled(channel, { kind: 'opened' }, at);
      else if (event === 'open failed:') settled(channel, { kind: 'refused', message: `open failed: ${detail.trim()}` }, at);
      if (/sshconnect\.c:.*Connection established\./.test(line)) connectedAt = at;
      const isJumpLogin = /sshconnect2\.c:.*(?:Authenticated to |Authentication succeeded)/.test(line); // the latter in older versions
      if (isJumpLogin) jumpLogins += 1;
      return isJumpLogin || /^(?:(?:debug\d: )?channels\.c:|debug\d: sshconnect2?\.c:)/.test(line);
    },
    started: started.promise,
    connectedAt: () => connectedAt,
    jumpLogins: () => jumpLogins,
    nextOutcome: () => new Promise((resolve) => void waiting.push(resolve)),
    takeRoundTrip: () => {
      const value = roundTrip;
      roundTrip = undefined;
      return value;
    },
  };
}
