import { Agent, fetch, request as send } from 'undici';
import { abortable } from '../shared/abortable.ts';
import { ok, type Result, type Failure } from '../../contract/failure.ts';
import { fail, failure, stoppedByUser } from '../../contract/failures/fail.ts';
import { FailureError, carriedFailure } from '../shared/dial.ts';
import { createTlsContext } from '../upstream/upstream.ts';
import { guardedConnector, systemResolve, type Resolve } from './guarded-connect.ts';
import { isAllowedHost } from './address-rules.ts';
import { decodeBody, readLimited, limitedResponse, type WebRequest, type WebResponse } from './web-request.ts';
import { errorCode, errorMessage } from '../shared/node-error.ts';

export interface PublicWebOptions {
  /** Hosts the user has listed: they may be on this computer or its own network. */
  readonly listedHosts: () => readonly string[];
  /** Left out: the system's resolver. */
  readonly resolve?: Resolve;
  /** PEM certificates to trust besides the system's. */
  readonly authorities?: readonly string[];
  /** The longest answer of `fetch`. Left out: 64 MB. */
  readonly fetchedBytes?: number;
}

/** HTTP to the public internet and to listed hosts only. Redirects are never followed. */
export interface PublicWeb {
  readonly request: (request: WebRequest) => Promise<Result<WebResponse>>;
  /** `fetch` with the same rules, for libraries. Throws a `FailureError` if the request is refused. */
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /** Fetches an image as a data URL. */
  readonly image: (url: string, signal: AbortSignal) => Promise<Result<{ readonly dataUrl: string }>>;
  readonly dispose: () => Promise<void>;
}

/** Creates the client. It connects at the first request. */
export function openGuardedWeb({
  listedHosts,
  resolve = systemResolve,
  authorities = [],
  fetchedBytes = 64_000_000,
}: PublicWebOptions): PublicWeb {
  let trust: ReturnType<typeof createTlsContext> | undefined;
  const agent = new Agent({
    connect: guardedConnector({
      isListed: (hostname, port) => isAllowedHost(listedHosts(), hostname, port),
      resolve,
      trust: () => (trust ??= createTlsContext(authorities)),
      connectMs: 15_000,
    }),
    // no keep-alive, because a connection would outlive the removal of its host from the list
    keepAliveTimeout: 1,
    keepAliveMaxTimeout: 1,
  });

  const request: PublicWeb['request'] = async ({ method, url, headers, body, signal, limitMs, limitBytes }) => {
    const address = httpAddress(url);
    if (!address.ok) return address;
    const { host } = address.value;
    const limit = AbortSignal.timeout(limitMs);
    try {
      const either = AbortSignal.any([signal, limit]);
      const options = { dispatcher: agent, headers, body: body ?? null, signal: either };
      // undici notices an abort only once connected, and the caller should not wait for that
      const sending = send(address.value, { ...options, method: method as 'GET' }); // undici takes any method and rejects invalid ones itself
      const response = await abortable(sending, either);
      if (!response) throw either.reason;
      if (response.statusCode >= 300 && response.statusCode < 400) {
        response.body.on('error', () => undefined).destroy(); // destroying it emits an error
        return fail('web-redirect', { host });
      }
      const read = await readLimited(decodeBody(response.body, response.headers['content-encoding']), limitBytes);
      const type = response.headers['content-type'];
      return ok({ status: response.statusCode, contentType: typeof type === 'string' ? type : '', ...read });
    } catch (error) {
      if (signal.aborted) return stoppedByUser;
      if (limit.aborted) return fail('web-timeout', { host, seconds: limitMs / 1000 });
      return { ok: false, failure: webFailure(error, host) };
    }
  };

  return {
    request,
    image: (url, signal) => fetchImage(request, url, signal),
    fetch: async (url, init) => {
      const address = httpAddress(String(url));
      if (!address.ok) throw new FailureError(address.failure);
      // undici's own types of the same standard differ in details that no caller of ours uses
      const options = { ...init, redirect: 'manual', dispatcher: agent } as unknown as Parameters<typeof fetch>[1];
      const response = (await fetch(address.value, options).catch((error: unknown) => {
        throw init?.signal?.aborted ? error : new FailureError(webFailure(error, address.value.host)); // "fetch failed" says nothing
      })) as unknown as Response;
      if (response.status < 300 || response.status >= 400) return limitedResponse(response, fetchedBytes, address.value.host);
      await response.body?.cancel();
      throw new FailureError(failure('web-redirect', { host: address.value.host }));
    },
    dispose: () => agent.destroy(),
  };
}

function httpAddress(text: string): Result<URL> {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address || (address.protocol !== 'https:' && address.protocol !== 'http:') || address.username !== '' || address.password !== '') {
    return fail('web-address-invalid');
  }
  return ok(address);
}

const reasonsByCode = {
  ENOTFOUND: 'web-name-not-found',
  EAI_AGAIN: 'web-name-not-found',
  ECONNREFUSED: 'web-connection-refused',
  EHOSTUNREACH: 'web-unreachable',
  ENETUNREACH: 'web-unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'web-connect-timeout',
  ETIMEDOUT: 'web-connect-timeout',
  ERR_TLS_CERT_ALTNAME_INVALID: 'web-certificate-name',
  CERT_HAS_EXPIRED: 'web-certificate-expired',
} as const;

/** Converts an error of sockets or undici into a failure. */
export function webFailure(error: unknown, host: string): Failure {
  const carried = carriedIn(error);
  if (carried) return carried;
  const code = codeIn(error);
  if (code !== undefined && isKnownCode(code)) return failure(reasonsByCode[code], { host });
  if (code !== undefined && /CERT|SIGNATURE|ISSUER|SELF_SIGNED/.test(code)) return failure('web-certificate-untrusted', { host });
  return failure('web-request-failed', { host, detail: errorMessage(innermost(error)) });
}

function isKnownCode(code: string): code is keyof typeof reasonsByCode {
  return Object.hasOwn(reasonsByCode, code);
}

/** Finds a failure inside an error, because fetch wraps errors. */
function carriedIn(error: unknown): Failure | undefined {
  return carriedFailure(error) ?? (error instanceof Error && error.cause !== undefined ? carriedIn(error.cause) : undefined);
}

/** Returns the innermost cause, because the outer error often only says "fetch failed". */
function innermost(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? innermost(error.cause) : error;
}

function codeIn(error: unknown): string | undefined {
  return errorCode(error) ?? (error instanceof Error && error.cause !== undefined ? codeIn(error.cause) : undefined);
}

const limitBytes = 5_000_000;

/** Types that a window shows without running anything. SVG is not among them, because it is a document. */
const kinds = [
  { type: 'image/png', begins: (head: Buffer) => head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) },
  { type: 'image/jpeg', begins: (head: Buffer) => head.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) },
  { type: 'image/gif', begins: (head: Buffer) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)) },
  {
    type: 'image/webp',
    begins: (head: Buffer) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  },
] as const;

/** Fetches an image over https as a data URL. The type is detected from the bytes and must match the Content-Type. */
export async function fetchImage(
  request: (request: WebRequest) => Promise<Result<WebResponse>>,
  url: string,
  signal: AbortSignal,
): Promise<Result<{ readonly dataUrl: string }>> {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address?.protocol !== 'https:' || address.username !== '' || address.password !== '') return fail('image-not-https');

  const answer = await request({
    method: 'GET',
    url: address.href,
    headers: { accept: kinds.map(({ type }) => type).join(', ') },
    signal,
    limitMs: 30_000,
    limitBytes,
  });
  if (!answer.ok) {
    // an image's host can't be allowed, nor its address corrected
    return answer.failure.code === 'refused' ? fail('image-refused', { cause: answer.failure }) : answer;
  }
  const { status, contentType, body, isCut } = answer.value;
  if (status !== 200) return fail('image-status', { host: address.host, status });
  if (isCut) return fail('image-too-large');

  const said = contentType.split(';')[0]?.trim().toLowerCase();
  const kind = kinds.find(({ type }) => type === said);
  if (!kind?.begins(body)) return fail('image-type');
  return ok({ dataUrl: `data:${kind.type};base64,${body.toString('base64')}` });
}
