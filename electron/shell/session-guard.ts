import type { Session } from 'electron';
import { origin } from './app-identity.ts';

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
