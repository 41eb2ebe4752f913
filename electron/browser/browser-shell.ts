import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { defaultDataFolder } from '../command-line/data-folder.ts';
import { ok, type Result } from '../contract/failure.ts';
import { fail } from '../contract/failures/start.ts';
import type { Core } from '../core/create-core.ts';
import type { Clock } from '../core/program-start.ts';
import { createAllowedUsers, findUserId } from './access/allowed-users.ts';
import { openBrowserRecord, createSessions, createOneTimeLinks } from './access/sessions.ts';
import { ownHosts, type RefusalReason } from './access/request-guard.ts';
import { createPendingApprovals, type PendingApprovals } from './approvals/pending-approvals.ts';
import { serveControl, type Control } from './control-socket.ts';
import { createFileTransfers } from './file-transfers.ts';
import { approveFlags, type BrowserOptions } from './options.ts';
import { createPageServer } from './page-server.ts';

/** The window, served to browsers. */
export interface BrowserShell {
  readonly createLink: Control['createLink'];
  readonly approvals: PendingApprovals;
  /** Flags of a second start that answers the approvals. */
  readonly approveFlags: string;
  readonly close: () => Promise<void>;
}

export interface BrowserShellOptions extends BrowserOptions {
  /** May be a promise: pages are served before the core is loaded, and their requests wait for it. */
  readonly core: Core | Promise<Core>;
  /** Called when a browser is admitted. */
  readonly onUse?: () => void;
  readonly clock: Clock;
  readonly folders: { readonly data: string; readonly logs: string };
  /** Folder of the built renderer. */
  readonly pages: string;
}

const defaultPort = 7335;

/** Serves the window on loopback. Call it while holding the data folder's lock. */
export async function openBrowserShell(options: BrowserShellOptions): Promise<Result<BrowserShell>> {
  const { core, clock, folders, pages, basePath, allowedHosts } = options;
  const userIds = await Promise.all(options.allowedUsers.map(findUserId));
  const unknownUser = userIds.find((id) => !id.ok);
  if (unknownUser?.ok === false) return unknownUser;
  const users = createAllowedUsers(userIds.flatMap((id) => (id.ok ? [id.value] : [])));

  const defaultData = path.resolve(defaultDataFolder(process.platform, os.homedir(), process.env));
  const flags = approveFlags(folders.data, defaultData);
  const record = await openBrowserRecord(folders.data);
  const sessions = createSessions(record, clock);
  const links = createOneTimeLinks(clock);
  const approvals = createPendingApprovals();
  const files = createFileTransfers();
  const openSockets = async () => {
    const loaded = await core;
    const { openChannel } = await import('./channel/channel.ts');
    return openChannel({ core: loaded, logFolder: folders.logs, files, approvals, approveFlags: flags, now: clock.now });
  };
  let sockets: ReturnType<typeof openSockets> | undefined;
  /** Opens the channel with the first page, so that an idle server doesn't load it. */
  const getSockets = () => {
    sockets ??= openSockets();
    sockets.catch(() => undefined); // the caller handles a failure of the core
    return sockets;
  };
  const pageServer = createPageServer({
    pages,
    basePath,
    hosts: () => ({ own: ownHosts(listeningPort(pageServer)), further: allowedHosts }),
    links,
    sessions,
    users,
    port: () => listeningPort(pageServer),
    files,
    sockets: getSockets,
    theme: async () => (await core).settings.read().theme,
    onUse: () => {
      options.onUse?.();
      void getSockets();
    },
    onRefused: createRefusalLog(core, clock),
  });

  const preferredPort = options.port ?? record.read().port ?? defaultPort;
  const isListening = (await listen(pageServer, preferredPort)) || (options.port === undefined && (await listen(pageServer, 0)));
  if (!isListening) {
    await files.close();
    return fail('browser-port-taken', { port: preferredPort });
  }
  const port = listeningPort(pageServer);
  // not awaited, because it would delay the link; `close` waits for it
  void record.write({ ...record.read(), port });
  const createLink: Control['createLink'] = (holder) => `http://127.0.0.1:${port}/open#${links.create(holder)}`;
  const controls = await serveControl(folders.data, { createLink, approvals });

  return ok({
    createLink,
    approvals,
    approveFlags: flags,
    close: async () => {
      (await sockets?.catch(() => undefined))?.close();
      await Promise.all([...controls, pageServer].map(closeServer));
      await files.close();
      await record.settled();
    },
  });
}

const refusalLogMs = 60_000;

/** Logs each reason once a minute, so that rejected callers can't fill the disk. */
function createRefusalLog(core: BrowserShellOptions['core'], clock: Clock): (reason: RefusalReason) => void {
  const loggedAt = new Map<RefusalReason, number>();
  return (reason) => {
    if (clock.now() - (loggedAt.get(reason) ?? -Infinity) < refusalLogMs) return;
    loggedAt.set(reason, clock.now());
    Promise.resolve(core).then(
      ({ log }) => log.warn('browser.refused', { reason }),
      () => undefined,
    );
  };
}

/** Returns false if the port is taken. */
function listen(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error);
    server.once('error', onError);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', onError);
      resolve(true);
    });
  });
}

function listeningPort(server: Server): number {
  return (server.address() as AddressInfo | null)?.port ?? 0; // a TCP server, so never a path
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
