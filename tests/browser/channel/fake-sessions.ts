import type { PageSession } from '../../../electron/browser/channel/page-session.ts';
import type { PageSessions } from '../../../electron/browser/channel/page-sessions.ts';

const nothing = (): undefined => undefined;

/** A page's session that does nothing. */
export const idleSession: PageSession = { connect: nothing, disconnect: nothing, receive: nothing, notify: nothing, close: nothing };

/** Sessions that only connect. */
export function fakeSessions(connect: PageSessions['connect']): PageSessions {
  return { connect, disconnect: nothing, notify: nothing, close: nothing };
}
