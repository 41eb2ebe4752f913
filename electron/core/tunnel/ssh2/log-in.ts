import type { Duplex } from 'node:stream';
import ssh2, { type Client, type Algorithms } from 'ssh2';
import { ok, type Failure, type Result } from '../../../contract/failure.ts';
import { stoppedByUser } from '../../../contract/failures/fail.ts';
import { errorMessage } from '../../shared/node-error.ts';
import type { Hop } from '../types.ts';
import type { AuthHandler } from './auth-handler.ts';
import type { HostVerifier } from './host-verifier.ts';
import { sshFailure, lostFailure } from './ssh-failure.ts';
import { lossDetails } from '../text.ts';
import { convertKeys } from './ssh2-internals.ts';
import { corkWrites } from './tcp-socket.ts';
import type { StepTimeout } from '../timers.ts';

interface LogInOptions {
  readonly hop: Hop;
  /** Connected to the hop. */
  readonly socket: Duplex;
  readonly verifier: HostVerifier;
  readonly auth: AuthHandler;
  readonly knownKeyTypes: readonly string[];
  readonly limit: StepTimeout;
  readonly signal: AbortSignal;
}

/** Logs in over a socket. Destroys the socket on failure. Never rejects. */
export async function logIn(options: LogInOptions): Promise<Result<Client>> {
  const { hop, socket, verifier, auth, limit, signal } = options;
  if (signal.aborted) {
    socket.destroy();
    return stoppedByUser;
  }
  const client = new ssh2.Client();
  // Later users add their own listeners. Without any, an error would end the process.
  client.on('error', () => undefined);
  corkWrites(socket);
  const failure = await new Promise<Failure | undefined>((resolve) => {
    client.once('ready', () => resolve(undefined));
    client.on('handshake', limit.restart);
    client.on('handshake', () => convertKeys(client));
    client.on('error', (error) => {
      if (isFatal(error, auth)) resolve(toFailure(error, options));
    });
    client.once('close', () => resolve(toFailure(new Error(lossDetails.hungUp), options)));
    signal.addEventListener('abort', () => resolve(stoppedByUser.failure), { once: true });
    try {
      client.connect({
        sock: socket,
        username: hop.login,
        hostVerifier: verifier.verify,
        authHandler: auth.next,
        algorithms: algorithmsFor(options.knownKeyTypes),
        readyTimeout: 0, // our own timeout pauses while the user is asked
        keepaliveInterval: 0, // it would end a silent session, and ours opens another one beside it
      });
    } catch (error) {
      resolve(sshFailure(error, hop));
    }
  });
  if (failure === undefined) {
    openSessionOnce(client);
    return ok(client);
  }
  client.end();
  socket.destroy();
  // The user may finish answering: the answer is cached, and the next attempt asks nothing.
  if (!signal.aborted) await limit.whenAnswered();
  return { ok: false, failure };
}

/** ssh2 also reports a missing agent or a key that can't sign, and then tries the next identity. */
function isFatal(error: Error & { readonly level?: string }, auth: AuthHandler): boolean {
  return error.level !== 'agent' && (error.level !== 'client-authentication' || auth.isExhausted());
}

function toFailure(error: Error & { readonly level?: string }, { hop, verifier, auth }: LogInOptions): Failure {
  const refused = verifier.failure();
  if (refused) return refused;
  // Servers may hang up after wrong secrets without saying why. Retrying could lock the user out.
  if (error.level === 'client-authentication' || /authentication failures/i.test(error.message)) return auth.failure();
  if (auth.hasSentSecret()) return auth.failure();
  return error.message === lossDetails.hungUp ? lostFailure(hop, error.message) : sshFailure(error, hop);
}

/**
 * Opens one session, because sshd keeps Nagle's algorithm on until then, which costs each new connection 44 ms. The result is
 * ignored, because the login's shell may refuse, exit or print anything.
 */
function openSessionOnce(client: Client): void {
  try {
    client.exec('true', (error, channel) => {
      if (error) return;
      channel.on('error', () => undefined);
      channel.resume();
      channel.stderr.resume();
      channel.end();
      channel.on('exit', () => channel.close());
      // A forced command may never end, and it was only needed to start.
      channel.close();
    });
  } catch (error) {
    if (errorMessage(error) !== 'Not connected') throw error; // already disconnected, which "close" reports
  }
}

const signatures: Readonly<Record<string, string>> = { 'ssh-rsa': 'rsa-sha2-512|rsa-sha2-256|ssh-rsa' };

/**
 * Returns the algorithms to offer. AES-GCM comes first, because it is ssh2's fastest. Known host key types come first, because
 * another type would look like an unknown key. They are regular expressions, because a name that this runtime lacks would throw,
 * such as ChaCha20 in Electron. Classic Diffie-Hellman is left to the system's ssh, because testing the prime blocks this thread:
 * 8 s for a group exchange, and in Electron up to minutes for fixed groups. Windows has no other way than fixed groups.
 */
function algorithmsFor(knownKeyTypes: readonly string[]): Algorithms {
  const gcm = [/^aes128-gcm@openssh\.com$/, /^aes256-gcm@openssh\.com$/];
  const known = knownKeyTypes.map((type) => new RegExp(`^(${signatures[type] ?? escape(type)})$`));
  // The types allow only names, but ssh2 documents regular expressions too.
  return {
    kex: { remove: [process.platform === 'win32' ? /^diffie-hellman-group-exchange-/ : /^diffie-hellman-/] },
    cipher: toFront(gcm),
    ...(known.length === 0 ? {} : { serverHostKey: toFront(known) }),
  } as unknown as Algorithms;
}

/** ssh2 applies these in order and ignores names already in the list, so remove first, then prepend. */
function toFront(names: readonly RegExp[]): object {
  return { remove: names, prepend: names };
}

function escape(text: string): string {
  return text.replace(/[^\w@-]/g, String.raw`\$&`);
}
