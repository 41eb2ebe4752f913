import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { readObject } from '../contract/json.ts';
import type { Settings } from '../contract/settings.ts';
import { contentSecurityPolicy, diagramPolicy, inlineStyleSources, type PageOrigin } from '../host/content-security-policy.ts';
import { resolvePageFile } from '../host/resolve-page-file.ts';
import type { AllowedUsers } from './access/allowed-users.ts';
import { cookieName, cookieSecrets, sessionCookie, type Sessions, type OneTimeLinks } from './access/sessions.ts';
import {
  checkHeaders,
  hasNoOpener,
  isFromOwnPage,
  isForeignNavigation,
  type AllowedHosts,
  type RefusalReason,
} from './access/request-guard.ts';
import type { SocketServer } from './channel/channel.ts';
import { serveTransfer, type FileTransfers } from './file-transfers.ts';
import { readJson, reply, safeHeaders } from './http-reply.ts';
import { browserText } from './text.ts';

type Headers = Readonly<Record<string, string>>;

export interface PageServerOptions {
  /** Folder of the built renderer. */
  readonly pages: string;
  readonly hosts: () => AllowedHosts;
  /** Path under which a reverse proxy serves the pages, with leading and trailing slash. */
  readonly basePath: string;
  readonly links: OneTimeLinks;
  readonly sessions: Sessions;
  readonly users: AllowedUsers;
  readonly port: () => number;
  readonly files: FileTransfers;
  readonly sockets: () => Promise<SocketServer>;
  /** Returns the theme the user has chosen. */
  readonly theme: () => Promise<Settings['theme']>;
  /** Called when a browser is admitted and about to load more than the start page. */
  readonly onUse: () => void;
  readonly onRefused: (reason: RefusalReason) => void;
}

const maxConnections = 256;

const refusals: Readonly<Record<RefusalReason, readonly [status: number, sentence: string]>> = {
  host: [421, browserText.refusals.host],
  origin: [403, browserText.refusals.origin],
  user: [403, browserText.refusals.user],
  session: [401, browserText.refusals.session],
};

/** Creates the server of the window's pages. It signs browsers in by link, transfers files and upgrades the channel. */
export function createPageServer(options: PageServerOptions): Server {
  const { pages, hosts, basePath, links, sessions, users, files, sockets, onRefused } = options;
  /** The diagram frame has no origin and so no cookie. Its scripts are served under a secret path that only the app's page knows. */
  const frameFolder = `frame-${randomBytes(18).toString('base64url')}`;
  const startPage = readStartPage(pages);

  const refuse = (response: ServerResponse, reason: RefusalReason): void => {
    onRefused(reason);
    reply(response, ...refusals[reason]);
  };
  const isSignedIn = ({ headers }: IncomingMessage): boolean => cookieSecrets(headers.cookie, options.port()).some(sessions.isOpen);
  /** Returns the base path as the browser sees it. A proxy may have stripped it from the request. */
  const visibleBasePath = ({ headers, url }: IncomingMessage): string =>
    hosts().own.includes(headers.host ?? '') && url?.startsWith(basePath) !== true ? '/' : basePath;
  const pageOrigin = (request: IncomingMessage): PageOrigin => {
    const host = request.headers.host ?? '';
    const origin = `http://${host}`; // in a policy, http matches https too
    const base = `${origin}${visibleBasePath(request)}`;
    return {
      origin,
      diagramPage: `${base}mermaid.html`,
      connect: ["'self'", `ws://${host}`, `wss://${host}`],
      frames: [`${base}files/`],
    };
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // relative URLs of the page need the slash
    if (request.url === basePath.slice(0, -1) && basePath !== '/')
      return void response.writeHead(308, { ...safeHeaders, location: basePath }).end();
    const route = parseRoute(request.url, basePath);
    const isFrameFile = route.startsWith(`${frameFolder}/`) && request.method === 'GET';
    // the frame has an opaque origin
    const refusalReason = checkHeaders(isFrameFile ? { host: request.headers.host } : request.headers, hosts());
    if (refusalReason) return refuse(response, refusalReason);
    if (!(await users.isAllowed(request.socket))) return refuse(response, 'user');
    if (isFrameFile)
      return sendFile(response, route.slice(frameFolder.length + 1), diagramPolicy(pageOrigin(request)), {
        'access-control-allow-origin': 'null',
      });
    if (route === 'session')
      return request.method === 'POST' ? signIn(request, response) : reply(response, isSignedIn(request) ? 204 : 401);

    if (request.method === 'GET') {
      if (startRoutes.has(route)) return sendStartPage(request, response);
      if ((await startPage).files.includes(route)) return sendFile(response, route, contentSecurityPolicy(pageOrigin(request)));
    }
    if (isForeignNavigation(request.headers)) return refuse(response, 'origin');
    if (!isSignedIn(request)) return refuse(response, 'session');
    const [folder, id] = route.split('/');
    if (folder === 'files' && id !== undefined) return serveTransfer(request, response, files, id);
    if (request.method !== 'GET') return reply(response, 405);
    if (route === 'mermaid.html') return sendDiagramPage(request, response);
    return sendFile(response, route, contentSecurityPolicy(pageOrigin(request)));
  };

  /** Sends the public start page. Signed-in browsers get a marker and their theme, so that the first frame is right. */
  const sendStartPage = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { html, styles } = await startPage;
    if (html === undefined) return reply(response, 404);
    const isSignedInHere = isSignedIn(request) && !isForeignNavigation(request.headers);
    if (isSignedInHere) options.onUse();
    const theme = isSignedInHere ? await options.theme() : 'system';
    const attributes = [...(isSignedInHere ? ['data-session="open"'] : []), ...(theme === 'system' ? [] : [`data-theme="${theme}"`])];
    const policy = contentSecurityPolicy({ ...pageOrigin(request), styles });
    sendPage(response, html.replace('<html', ['<html', ...attributes].join(' ')), policy, openerPolicy(request.headers));
  };

  const signIn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isFromOwnPage(request)) return refuse(response, 'origin');
    const secret = readObject(await readJson(request, 4096))?.['secret'];
    if (typeof secret !== 'string') return reply(response, 400, browserText.refusals.notALink);
    const holder = links.use(secret);
    if (holder === undefined || (holder === 'same-user' && !(await users.isSameUser(request.socket))))
      return reply(response, 403, browserText.refusals.linkUsed);
    const isHttps = request.headers.origin?.startsWith('https:') === true;
    response.setHeader('set-cookie', sessionCookie(cookieName(options.port()), sessions.open(), visibleBasePath(request), isHttps));
    reply(response, 204);
    options.onUse();
  };

  const sendDiagramPage = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const html = await readFile(path.join(pages, 'mermaid.html'), 'utf8');
    sendPage(response, html.replaceAll('"./assets/', `"./${frameFolder}/assets/`), diagramPolicy(pageOrigin(request)));
  };

  const sendFile = async (response: ServerResponse, route: string, policy: string, extraHeaders: Headers = {}): Promise<void> => {
    const found = resolvePageFile(pages, new URL(`http://localhost/${route}`));
    const body = found && (await readFile(found.file).catch(() => undefined));
    if (!found || !body) return reply(response, 404);
    // built files have a hash in their name
    const caching = route.includes('assets/') ? { 'cache-control': 'private, max-age=31536000, immutable' } : {};
    response.writeHead(200, {
      ...safeHeaders,
      ...caching,
      ...extraHeaders,
      'content-security-policy': policy,
      'content-type': found.type,
      'content-length': body.length,
    });
    response.end(body);
  };

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const { headers, url } = request;
    const refusalReason =
      checkHeaders(headers, hosts()) ??
      (headers.origin === undefined
        ? 'origin'
        : (await users.isAllowed(request.socket))
          ? isSignedIn(request)
            ? undefined
            : 'session'
          : 'user');
    if (refusalReason || parseRoute(url, basePath) !== 'channel') {
      if (refusalReason) onRefused(refusalReason);
      // the server no longer closes an upgraded connection, and the other side may keep it open
      socket.once('finish', () => socket.destroy());
      return void socket.end(
        `HTTP/1.1 ${refusalReason ? refusals[refusalReason][0] : 404} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      );
    }
    options.onUse();
    (await sockets()).upgrade(request, socket, head);
  };

  /** Closes another user's connection, because idle ones would take all places. */
  const closeUnlessAllowed = async (socket: Socket): Promise<void> => {
    if (!(await users.isAllowed(socket))) socket.destroy();
  };

  const server = createServer({ requestTimeout: 0, headersTimeout: 10_000, keepAliveTimeout: 60_000 }, (request, response) => {
    void handle(request, response).catch(() => (response.headersSent ? response.destroy() : reply(response, 500)));
  });
  server.maxConnections = maxConnections;
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // not before, because it takes long while a flood of closed connections is in the system's table
    if (open.size > maxConnections / 2) for (const each of open) void closeUnlessAllowed(each);
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    void upgrade(request, socket, head).catch(() => socket.destroy());
  });
  return server;
}

/** Returns the path below the base path, without a leading slash. A proxy may have stripped the base path. */
function parseRoute(url: string | undefined, basePath: string): string {
  const { pathname } = URL.parse(url ?? '/', 'http://localhost') ?? { pathname: '/-' };
  return pathname.startsWith(basePath) ? pathname.slice(basePath.length) : pathname.slice(1);
}

/** Routes of the public start page. Links use the last one. */
const startRoutes: ReadonlySet<string> = new Set(['', 'index.html', 'open']);

interface StartPage {
  readonly html?: string;
  readonly files: readonly string[];
  readonly styles: readonly string[];
}

/** Reads the start page and the files it references. Browsers that aren't signed in can load only these. */
async function readStartPage(pages: string): Promise<StartPage> {
  const html = await readFile(path.join(pages, 'index.html'), 'utf8').catch(() => undefined); // every page is a 404 then
  if (html === undefined) return { files: [], styles: [] };
  return { html, styles: inlineStyleSources(html), files: Array.from(html.matchAll(/\.\/(assets\/[\w.-]+)/g), ([, file = '']) => file) };
}

/** Separates the page from one that opened it. Without such a page, this would only delay the first frame by a new process. */
function openerPolicy(headers: IncomingHttpHeaders): Headers {
  return hasNoOpener(headers) ? { 'cross-origin-opener-policy': 'unsafe-none' } : {};
}

function sendPage(response: ServerResponse, html: string, policy: string, extraHeaders: Headers = {}): void {
  const headers = { ...safeHeaders, ...extraHeaders, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
  response.writeHead(200, headers).end(html);
}
