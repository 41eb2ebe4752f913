import type { Duplex } from 'node:stream';
import net from 'node:net';
import tls from 'node:tls';
import { abortable } from '../shared/abortable.ts';
import type { Dial, DialTarget } from '../shared/dial.ts';

export interface SecureConnectOptions {
  readonly dial: Dial;
  /** Where the dial goes; through the tunnel that need not be the service's own name. */
  readonly target: DialTarget;
  /** The service's host name: the certificate is always checked against it. */
  readonly serverName: string;
  readonly tlsContext: tls.SecureContext;
  readonly connectMs: number;
  /** The dial has limits of its own; `connectMs` counts from when it is through. */
  readonly isDialBounded?: boolean;
  /** Aborted when what was dialled before may lead nowhere any more: then it is dialled anew, as nothing was sent. */
  readonly outdated?: () => AbortSignal;
  readonly signal: AbortSignal;
  /** What earlier connections of the same way agreed on; left out, everything is verified anew. */
  readonly sessions?: TlsSessions;
}

/** The last session of a verified connection: the next one takes it up and is spared the certificates. */
export interface TlsSessions {
  last: Buffer | undefined;
}

/** Dials and speaks TLS over what came; both together within one time limit, unless the dial has its own. */
export async function secureConnect(options: SecureConnectOptions): Promise<tls.TLSSocket> {
  for (;;) {
    const raw = options.isDialBounded ? await dialOrAbort(options, options.signal) : undefined;
    const outdated = options.outdated?.();
    try {
      return await withinLimit(options, outdated, async (signal) =>
        handshake(raw ?? (await dialOrAbort(options, signal)), options, signal),
      );
    } catch (error) {
      if (!outdated?.aborted || options.signal.aborted) throw error;
    }
  }
}

/** Dials only, within the same limit. */
export function dialWithin(options: SecureConnectOptions): Promise<Duplex> {
  if (options.isDialBounded) return dialOrAbort(options, options.signal);
  return withinLimit(options, undefined, (signal) => dialOrAbort(options, signal));
}

async function dialOrAbort({ dial, target }: SecureConnectOptions, signal: AbortSignal): Promise<Duplex> {
  const dialling = dial(target, signal);
  const opened = await abortable(dialling, signal);
  if (opened) return opened;
  void dialling.then(
    (late) => late.destroy(),
    () => undefined,
  );
  throw signal.reason;
}

async function withinLimit<T>(
  options: SecureConnectOptions,
  outdated: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT' })), options.connectMs);
  try {
    return await work(AbortSignal.any([options.signal, limit.signal, ...(outdated ? [outdated] : [])]));
  } catch (error) {
    throw limit.signal.aborted ? limit.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

function handshake(raw: Duplex, { serverName, tlsContext, sessions }: SecureConnectOptions, signal: AbortSignal): Promise<tls.TLSSocket> {
  return new Promise((resolve, reject) => {
    const secured = tls.connect({
      socket: raw,
      // Node would check against "localhost" if it had neither, and an address must not be sent as a name.
      host: serverName,
      ...(net.isIP(serverName) === 0 ? { servername: serverName } : {}),
      secureContext: tlsContext,
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
      ...(sessions?.last ? { session: sessions.last } : {}),
    });
    const fail = (error: Error): void => {
      signal.removeEventListener('abort', onAbort);
      secured.destroy();
      raw.destroy();
      reject(error);
    };
    const onAbort = (): void => fail(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    const onClose = (): void => fail(Object.assign(new Error('closed while securing the connection'), { code: 'ECONNRESET' }));
    signal.addEventListener('abort', onAbort, { once: true });
    secured.on('error', fail);
    secured.once('close', onClose);
    raw.on('error', (error) => secured.destroy(error));
    secured.once('secureConnect', () => {
      signal.removeEventListener('abort', onAbort);
      secured.off('error', fail);
      secured.off('close', onClose);
      if (sessions) secured.on('session', (session) => (sessions.last = session)); // TLS 1.3 gives it now, after the verification
      // A channel of the tunnel can close without telling the TLS layer above it.
      raw.once('close', () => secured.destroy());
      // One that ends and closes at once makes the socket end after its close, at which undici (8.12) throws: its parser is gone.
      secured.once('close', () => secured.removeAllListeners('end'));
      resolve(secured);
    });
  });
}
