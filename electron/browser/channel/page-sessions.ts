import type { Hello } from '../../contract/browser-channel.ts';
import { createPageSession, type PageConnection, type PageContext, type PageSession } from './page-session.ts';

/** The sessions of all pages that are open or may reconnect. */
export interface PageSessions {
  /** Connects a page and returns its session. Returns undefined if there are too many pages. */
  readonly connect: (hello: Hello, connection: PageConnection) => PageSession | undefined;
  /** Marks a page as disconnected. It may reconnect for a while. */
  readonly disconnect: (page: string, connection: PageConnection) => void;
  readonly notify: PageSession['notify'];
  readonly close: () => void;
}

/** Long enough for a laptop that sleeps over lunch. */
const maxAbsenceMs = 60 * 60 * 1000;
const maxPages = 64;

interface Entry {
  readonly session: PageSession;
  connection: PageConnection | undefined;
  expiry: NodeJS.Timeout | undefined;
}

export function createPageSessions(context: PageContext): PageSessions {
  const entries = new Map<string, Entry>();

  const close = (page: string): void => {
    const entry = entries.get(page);
    if (!entry) return;
    entries.delete(page);
    clearTimeout(entry.expiry);
    entry.session.close();
  };
  const open = (page: string): Entry | undefined => {
    if (entries.size >= maxPages) closeAbsent();
    if (entries.size >= maxPages) return undefined;
    // deferred, because the session may be in the middle of a call
    const onEnd = (): void => void setImmediate(() => close(page));
    const entry: Entry = {
      session: createPageSession({ ...context, onEnd }),
      connection: undefined,
      expiry: undefined,
    };
    entries.set(page, entry);
    return entry;
  };
  const closeAbsent = (): void => {
    const absent = [...entries].find(([, { connection }]) => connection === undefined);
    if (absent) close(absent[0]);
  };

  return {
    connect: ({ page, got }, connection) => {
      const known = entries.get(page);
      const entry = known ?? open(page);
      if (!entry) return undefined;
      clearTimeout(entry.expiry);
      entry.connection = connection;
      // message numbers of an earlier program run don't apply
      entry.session.connect(connection, known !== undefined, known ? got : 0);
      return entry.session;
    },
    disconnect: (page, connection) => {
      const entry = entries.get(page);
      if (entry?.connection !== connection) return;
      entry.session.disconnect(connection);
      entry.connection = undefined;
      entry.expiry = setTimeout(() => close(page), maxAbsenceMs).unref();
    },
    notify: (content) => {
      for (const { session } of entries.values()) session.notify(content);
    },
    close: () => {
      for (const page of entries.keys()) close(page);
    },
  };
}
