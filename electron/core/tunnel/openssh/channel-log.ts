const loggedFunctions = [
  'channels.c:channel_post_port_listener',
  'channels.c:channel_new',
  'channels.c:channel_input_open_confirmation',
  'channels.c:channel_input_open_failure',
];

/** Makes ssh (8.5 or newer) log its channels, and nothing else beyond its usual output. */
export const channelLogArguments = `LogVerbose=${loggedFunctions.map((name) => `${name}():*`).join(',')}`;

/** A setting that makes a jump host's ssh log that it has signed in. */
export const jumpLogSetting = 'LogVerbose sshconnect2.c:ssh_userauth2():*';

/** The outcome of opening a connection. */
export type OpenOutcome = { readonly kind: 'opened' } | { readonly kind: 'refused'; readonly message: string };

/** A request for a session that ssh has sent to the instance. */
export interface SessionRequest {
  /** Resolves when the instance has answered, with the round trip, or with undefined if it was not measured. */
  readonly answer: Promise<number | undefined>;
}

/**
 * Reads ssh's log of its channels. ssh accepts our connection before the instance has allowed the forward. Only this log tells
 * whether it did.
 */
export type ChannelLog = ReturnType<typeof createChannelLog>;

/** Creates an empty log. */
export function createChannelLog() {
  let waiting: readonly PromiseWithResolvers<OpenOutcome>[] = [];
  const opening = new Map<string, (agreement: OpenOutcome) => void>();
  const sessions = new Map<string, { readonly at: number; readonly answer: PromiseWithResolvers<number | undefined> }>();
  const started = Promise.withResolvers<void>();
  let nextSession = Promise.withResolvers<SessionRequest>();
  let jumpLogins = 0;
  let isForUserForward = false;

  const created = (channel: string, name: string, at: number): void => {
    started.resolve();
    if (name === 'client-session') {
      const answer = Promise.withResolvers<number | undefined>();
      sessions.set(channel, { at, answer });
      nextSession.resolve({ answer: answer.promise });
      nextSession = Promise.withResolvers();
    }
    const [next, ...later] = waiting;
    if (name !== 'direct-tcpip' || isForUserForward || !next) return;
    waiting = later;
    opening.set(channel, next.resolve);
  };
  const settled = (channel: string, agreement: OpenOutcome, at: number): void => {
    opening.get(channel)?.(agreement);
    opening.delete(channel);
    const session = sessions.get(channel);
    // Lines from the same read say nothing about the time between them.
    session?.answer.resolve(at > session.at ? at - session.at : undefined);
    sessions.delete(channel);
  };

  return {
    /** Takes a line and the time it was read. Returns whether it was logged only because of our option. */
    addLine: (line: string, at: number): boolean => {
      const [, port] = /Connection to port (-?\d+) forwarding to /.exec(line) ?? [];
      if (port !== undefined) isForUserForward = Number(port) > 0; // for a socket, as ours is, ssh logs -2
      const [, channel = '', event, detail = ''] = /channel (\d+): (new|open confirm|open failed:) ?(.*)/.exec(line) ?? [];
      if (event === 'new') created(channel, /\[([^\]]*)\]/.exec(detail)?.[1] ?? '', at);
      else if (event === 'open confirm') settled(channel, { kind: 'opened' }, at);
      else if (event === 'open failed:') settled(channel, { kind: 'refused', message: `open failed: ${detail.trim()}` }, at);
      const isJumpLogin = /sshconnect2\.c:.*(?:Authenticated to |Authentication succeeded)/.test(line); // the latter in older versions
      if (isJumpLogin) jumpLogins += 1;
      return isJumpLogin || /^(?:debug\d: )?channels\.c:/.test(line);
    },
    /** Resolves at the first channel line, because an ssh that never logs any can't be used. */
    started: started.promise,
    /** Returns how many jump hosts have accepted the sign-in. */
    jumpLogins: (): number => jumpLogins,
    /** Resolves with the outcome of the next connection to ssh's socket. Call it in the order of the connections. */
    nextOutcome: (): Promise<OpenOutcome> => {
      const next = Promise.withResolvers<OpenOutcome>();
      waiting = [...waiting, next];
      return next.promise;
    },
    /** Withdraws a `nextOutcome` whose connection did not reach ssh, because the later ones would get each other's outcomes. */
    withdrawOutcome: (outcome: Promise<OpenOutcome>): void => {
      waiting = waiting.filter(({ promise }) => promise !== outcome);
    },
    /** Resolves when ssh sends its next request for a session, as each ping is. */
    nextSession: (): Promise<SessionRequest> => nextSession.promise,
  };
}
