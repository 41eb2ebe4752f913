import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import path from 'node:path';
import { isJsonObject } from '../../contract/json.ts';
import { openDocument, type DocumentSchema, type StoredDocument, type Clock } from '../../core/program-start.ts';

/** Who may use a link: anyone who has it, or only the same OS user. */
export type LinkHolder = 'anyone' | 'same-user';

/** Secrets of sign-in links. Each admits one browser. */
export type OneTimeLinks = ReturnType<typeof createOneTimeLinks>;

/** Long enough to walk to another computer. */
const linkLifetimeMs = 60 * 60 * 1000;
const maxLinks = 20;

/** Creates a store that keeps the newest links in memory. */
export function createOneTimeLinks(clock: Clock) {
  const links = new Map<string, { readonly holder: LinkHolder; readonly until: number }>();
  return {
    create: (holder: LinkHolder): string => {
      const secret = randomBytes(24).toString('base64url');
      links.set(secret, { holder, until: clock.now() + linkLifetimeMs });
      const [oldest] = links.keys();
      if (links.size > maxLinks && oldest !== undefined) links.delete(oldest);
      return secret;
    },
    /** Uses up a link. Returns who may use it, or undefined if it isn't valid. */
    use: (secret: string): LinkHolder | undefined => {
      const link = links.get(secret);
      links.delete(secret);
      return link && link.until > clock.now() ? link.holder : undefined;
    },
  };
}

/** State that survives a restart, so that open pages reconnect: the port and the hashes of session secrets. */
interface BrowserRecord {
  readonly port: number | null;
  readonly sessions: readonly StoredSession[];
}

interface StoredSession {
  readonly hash: string;
  readonly until: number;
}

/** Checks the record without zod, which is loaded after the first page. */
const recordSchema: DocumentSchema<BrowserRecord> = {
  safeParse: (data) => (isRecord(data) ? { success: true, data } : { success: false }),
};

function isRecord(data: unknown): data is BrowserRecord {
  return isJsonObject(data) && isPort(data['port']) && Array.isArray(data['sessions']) && data['sessions'].every(isStoredSession);
}

function isPort(value: unknown): boolean {
  return value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 1024 && value <= 65535);
}

function isStoredSession(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { hash, until } = value;
  return typeof hash === 'string' && hash.length === 64 && typeof until === 'number';
}

/** Opens the state file in a data folder. */
export function openBrowserRecord(folder: string): Promise<StoredDocument<BrowserRecord>> {
  return openDocument({
    file: path.join(folder, 'browser.json'),
    version: 1,
    schema: recordSchema,
    initial: { port: null, sessions: [] },
  });
}

/** Sessions of signed-in browsers, each identified by a secret in a cookie. */
export type Sessions = ReturnType<typeof createSessions>;

const sessionLifetimeMs = 30 * 24 * 3600 * 1000;
const maxSessions = 100;

export function createSessions(record: StoredDocument<BrowserRecord>, clock: Clock) {
  return {
    /** Opens a session and returns its secret. Only the hash is stored. */
    open: (): string => {
      const secret = randomBytes(32).toString('base64url');
      const still = record.read().sessions.filter(({ until }) => until > clock.now());
      const opened = { hash: hashSecret(secret), until: clock.now() + sessionLifetimeMs };
      void record.write({ ...record.read(), sessions: [...still.slice(1 - maxSessions), opened] });
      return secret;
    },
    isOpen: (secret: string): boolean => {
      const hash = Buffer.from(hashSecret(secret), 'hex');
      return record.read().sessions.some((each) => each.until > clock.now() && timingSafeEqual(Buffer.from(each.hash, 'hex'), hash));
    },
  };
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Returns the cookie's name. It contains the port, because cookies are shared by all ports of a host. */
export function cookieName(port: number): string {
  return `causeway-${port}`;
}

const cookiePattern = /^causeway-\d+=/;
/** A server on another port can add cookies. */
const maxCookies = 50;

/**
 * Returns the secrets in the cookies, this port's first. Other ports count too, because JupyterHub starts Causeway at another one
 * each time. Cookies of other programs contain no secret of this one.
 */
export function cookieSecrets(header: string | undefined, port: number): readonly string[] {
  const cookies = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => cookiePattern.test(pair));
  const isOwn = (pair: string): boolean => pair.startsWith(`${cookieName(port)}=`);
  return [...cookies.filter(isOwn), ...cookies.filter((pair) => !isOwn(pair))]
    .slice(0, maxCookies)
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
}

/** Returns the Set-Cookie header of a session. Scripts can't read the cookie, and other sites don't send it. */
export function sessionCookie(name: string, secret: string, path: string, isHttps: boolean): string {
  const attributes = [`${name}=${secret}`, `Path=${path}`, 'Max-Age=2592000', 'HttpOnly', 'SameSite=Strict'];
  return [...attributes, ...(isHttps ? ['Secure'] : [])].join('; ');
}
