import type { Duplex } from 'node:stream';
import net from 'node:net';
import tls from 'node:tls';
import { abortable } from '../shared/abortable.ts';
import type { Dial, DialTarget } from '../shared/dial.ts';
import { X509Certificate } from 'node:crypto';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { errorCode, errorMessage } from '../shared/node-error.ts';
import { readRegularFile } from '../shared/regular-file.ts';
import { Worker } from 'node:worker_threads';
import { once } from 'node:events';

export interface SecureConnectOptions {
  readonly dial: Dial;
  /** What to dial. Through the tunnel it may differ from the service's name. */
  readonly target: DialTarget;
  /** The service's host name. The certificate is always verified against it. */
  readonly serverName: string;
  readonly tlsContext: tls.SecureContext;
  readonly connectMs: number;
  /** True if the dial has its own timeout. `connectMs` starts after it. */
  readonly isDialBounded?: boolean;
  /** Aborted when an earlier dial may be dead. Dials again then, because nothing was sent. */
  readonly outdated?: () => AbortSignal;
  readonly signal: AbortSignal;
  /** Sessions of earlier connections. If omitted, everything is verified again. */
  readonly sessions?: TlsSessions;
}

/** The last session of a verified connection. Resuming it skips the certificates. */
export interface TlsSessions {
  last: Buffer | undefined;
}

/** Dials and performs the TLS handshake within one timeout, unless the dial has its own. */
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

/** Dials only, within the same timeout. */
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
      // Without a host, Node verifies against "localhost". An address must not be sent as a server name.
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
      secured.on('error', () => undefined); // the connection may break before its user adds its own listener
      if (sessions) secured.on('session', (session) => (sessions.last = session)); // TLS 1.3 issues it after verification
      // A tunnel channel can close without notifying the TLS layer.
      raw.once('close', () => secured.destroy());
      // A channel that ends and closes at once makes the socket end after its close. undici 8.12 throws then, because its parser is gone.
      secured.once('close', () => secured.removeAllListeners('end'));
      resolve(secured);
    });
  });
}

/** Far above the size of a system's whole store. */
const maxFileBytes = 10_000_000;

const certificatePattern = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Reads the profile's extra authorities. Fails if any certificate in the file is damaged. */
export async function readAuthorities(file: string): Promise<Result<readonly string[]>> {
  let text: string;
  try {
    const read = await readRegularFile(file, maxFileBytes);
    if (read.kind !== 'read') return fail('ca-file-without-certificate', { file });
    text = read.bytes.toString('utf8');
  } catch (error) {
    const isMissing = errorCode(error) === 'ENOENT';
    return isMissing ? fail('ca-file-missing', { file }) : fail('ca-file-unreadable', { file, detail: errorMessage(error) });
  }
  const certificates = text.match(certificatePattern) ?? [];
  if (certificates.length === 0) return fail('ca-file-without-certificate', { file });
  const bad = certificates.findIndex((certificate) => !isCertificate(certificate));
  if (bad >= 0) return fail('ca-file-damaged', { file, position: bad + 1 });
  return ok(certificates);
}

/**
 * Creates a TLS context that trusts the system's store, the bundled one and the profile's authorities. Create it once per upstream,
 * because parsing some 300 certificates costs more than the handshake.
 */
export async function createTlsContext(extra: readonly string[], isOnlyExtra = false): Promise<tls.SecureContext> {
  const all = new Set(isOnlyExtra ? extra : [...tls.getCACertificates('bundled'), ...(await readSystemAuthorities()), ...extra]);
  // The stores break lines differently, and each copy would be parsed again.
  const byContent = new Map(Array.from(all, (pem) => [pem.replaceAll('\n', ''), pem]));
  return tls.createSecureContext({ ca: [...byContent.values()] });
}

let systemAuthorities: Promise<readonly string[]> | undefined;

/** Reads the system's store, once as Node does, but on a thread of its own, because some Macs take ten seconds to open it. */
function readSystemAuthorities(): Promise<readonly string[]> {
  const script = `require('node:worker_threads').parentPort.postMessage(require('node:tls').getCACertificates('system'))`;
  systemAuthorities ??= once(new Worker(script, { eval: true }), 'message').then(
    ([read = []]: readonly (readonly string[])[]) => read,
    () => [], // an unreadable system store must not disable the bundled one
  );
  return systemAuthorities;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
