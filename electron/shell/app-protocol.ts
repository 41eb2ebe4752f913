import { readFile } from 'node:fs/promises';
import { net, protocol, type Session } from 'electron';
import { contentSecurityPolicy, developmentPolicy, diagramPolicy, inlineStyleSources } from '../host/content-security-policy.ts';
import { crashPage, diagramPage, origin, pageOrigin, scheme } from './app-identity.ts';
import { resolvePageFile } from '../host/resolve-page-file.ts';

/** Source of the window's pages. */
export interface PageSource {
  /** Folder of the built renderer. */
  readonly folder: string;
  /** Vite's server under `npm run dev`, used instead of the folder. */
  readonly developmentServer: URL | undefined;
  /** Returns the page shown after repeated crashes. */
  readonly crashPage: () => string;
}

const pagePolicy = contentSecurityPolicy(pageOrigin);

/** Registers the app's scheme with an origin of its own. Call it before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true, codeCache: true } },
  ]);
}

/** Serves the app's pages to a session, each with its content-security policy. */
export function serveAppPages(session: Session, source: PageSource): void {
  session.protocol.handle(scheme, async (request) => {
    const address = new URL(request.url);
    if (`${address.protocol}//${address.host}` !== origin || request.method !== 'GET') return notFound();
    if (address.href === crashPage) return page(source.crashPage(), 'text/html; charset=utf-8');
    if (source.developmentServer) return fromDevelopmentServer(address, source.developmentServer);

    const found = resolvePageFile(source.folder, address);
    if (!found) return notFound();
    try {
      const body = await readFile(found.file);
      if (address.href === diagramPage) return page(body, found.type, diagramPolicy(pageOrigin));
      if (!found.type.startsWith('text/html')) return page(body, found.type);
      return page(body, found.type, contentSecurityPolicy({ ...pageOrigin, styles: inlineStyleSources(body.toString()) }));
    } catch {
      return notFound();
    }
  });
}

/** Loads what the first page needs, which takes a while. Call it while the window's process starts. */
export function preparePageServer(): void {
  Response.error();
}

function page(body: string | Uint8Array<ArrayBuffer>, type: string, policy = pagePolicy): Response {
  return new Response(body, { headers: { ...headers(policy), 'content-type': type } });
}

function notFound(): Response {
  return new Response('Not found', { status: 404, headers: headers(pagePolicy) });
}

async function fromDevelopmentServer(address: URL, server: URL): Promise<Response> {
  const answer = await net.fetch(new URL(address.pathname + address.search, server).href);
  const type = answer.headers.get('content-type') ?? 'text/plain';
  return new Response(answer.body, {
    status: answer.status,
    headers: { ...headers(developmentPolicy(pageOrigin, server)), 'content-type': type },
  });
}

function headers(policy: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    // the diagram frame has no origin, but module scripts are requested with CORS; no other page uses this session
    'access-control-allow-origin': 'null',
  };
}

/** Denies a session all permissions except writing to the clipboard, and all network access. */
export function guardSession(session: Session, developmentServer: URL | undefined): void {
  session.setPermissionRequestHandler((_contents, permission, respond, details) => respond(isPermitted(permission, details.requestingUrl)));
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) => isPermitted(permission, requestingOrigin));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, respond) => respond({}));
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest((details, respond) => respond({ cancel: !mayLoad(new URL(details.url), developmentServer) }));
  session.setSpellCheckerEnabled(false); // it would download dictionaries
}

function isPermitted(permission: string, requester: string): boolean {
  return permission === 'clipboard-sanitized-write' && (requester === origin || requester.startsWith(`${origin}/`));
}

/** Repeats the content-security policy for requests that a policy doesn't cover. */
function mayLoad(address: URL, developmentServer: URL | undefined): boolean {
  if (address.protocol === 'devtools:' || address.protocol === 'data:' || address.protocol === 'blob:') return true;
  if (`${address.protocol}//${address.host}` === origin) return true;
  return developmentServer !== undefined && address.host === developmentServer.host;
}
