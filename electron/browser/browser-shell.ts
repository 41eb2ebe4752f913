import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failed, ok, type Result } from '../contract/failure.ts';
import type { Core } from '../core/create-core.ts';
import type { Clock } from '../core/program-start.ts';
import { createAllowedUsers, userId } from './access/allowed-users.ts';
import { openBrowserRecord, createSessions } from './access/sessions.ts';
import { createOneTimeLinks } from './access/one-time-links.ts';
import { ownHosts, type RefusalReason } from './access/request-guard.ts';
import { createPendingApprovals, type PendingApprovals } from './approvals/pending-approvals.ts';
import { createApprovalsServer } from './approvals/approvals-server.ts';
import { serveControl, type Control } from './control-socket.ts';
import { createFileTransfers } from './file-transfers.ts';
import type { BrowserOptions } from './options.ts';
import { createPageServer } from './page-server.ts';

/** The window, served to browsers. */
export interface BrowserShell {
  /** Makes a link that lets one browser in. */
  readonly createLink: Control['createLink'];
  readonly approvals: PendingApprovals;
  readonly close: () => Promise<void>;
}

export interface BrowserShellOptions extends BrowserOptions {
  /** A page is served before it is there; what the page asks of it waits. */
  readonly core: Core | Promise<Core>;
  /** A browser is let in. */
  readonly onUse?: () => void;
  readonly clock: Clock;
  readonly folders: { readonly data: string; readonly logs: string };
  /** The built renderer. */
  readonly pages: string;
}

const defaultPort = 7335;

/** Serves the window of a core on loopback. Call it while holding the data folder's lock. */
export async function openBrowserShell(options: BrowserShellOptions): Promise<Result<BrowserShell>> {
  const { core, clock, folders, pages, basePath, allowedHosts } = options;
  const userIds = await Promise.all(options.allowedUsers.map(userId));
  const unknownUser = userIds.find((id) => !id.ok);
  if (unknownUser?.ok === false) return unknownUser;
  const users = createAllowedUsers(userIds.flatMap((id) => (id.ok ? [id.value] : [])));

  const record = await openBrowserRecord(folders.data);
  const sessions = createSessions(record, clock);
  const links = createOneTimeLinks(clock);
  const approvals = createPendingApprovals();
  const files = createFileTransfers();
  const openSockets = async () => {
    const loaded = await core;
    const { openChannel } = await import('./channel/channel.ts');
    return openChannel({ core: loaded, logFolder: folders.logs, files, approvals, imageHosts: new Set(), now: clock.now });
  };
  const sockets = openSockets();
  sockets.catch(() => undefined); // whoever makes the core hears of it
  const approvalsServer = createApprovalsServer({ pages, board: approvals, port: () => portOf(approvalsServer), users, sessions });
  const pageServer = createPageServer({
    pages,
    basePath,
    hosts: () => ({ own: ownHosts(portOf(pageServer)), further: allowedHosts }),
    links,
    sessions,
    users,
    port: () => portOf(pageServer),
    files,
    sockets,
    // behind a reverse proxy both would share an origin
    approvalPlace: (host) =>
      ownHosts(portOf(pageServer)).includes(host) ? { kind: 'port', port: portOf(approvalsServer) } : { kind: 'terminal' },
    theme: async () => (await core).settings.read().theme,
    onUse: options.onUse ?? (() => undefined),
    onRefused: createRefusalLog(core, clock),
  });

  const { pagePort, approvalsPort } = record.read();
  const wanted = options.port ?? pagePort ?? defaultPort;
  const listening = options.port === undefined ? await listenAnywhere(pageServer, wanted) : await listen(pageServer, options.port);
  if (!listening) {
    await files.close();
    return failed('port-taken', `Port ${wanted} is held by another program.`, 'Name another one with --browser-port, or leave it out.');
  }
  await listenAnywhere(approvalsServer, (options.port === undefined ? approvalsPort : null) ?? portOf(pageServer) + 1);
  await record.write({ ...record.read(), pagePort: portOf(pageServer), approvalsPort: portOf(approvalsServer) });
  const ports = [portOf(pageServer), portOf(approvalsServer)];
  const createLink: Control['createLink'] = (holder) => ({ link: `http://127.0.0.1:${ports[0]}/open#${links.create(holder)}`, ports });
  const control = await serveControl(folders.data, { createLink, board: approvals });

  return ok({
    createLink,
    approvals,
    close: async () => {
      (await sockets.catch(() => undefined))?.close();
      await Promise.all([control, approvalsServer, pageServer].map(end));
      await files.close();
      await record.settled();
    },
  });
}

const refusalLogMs = 60_000;

/** Logs each reason once a minute: whoever is refused must not fill the disk. */
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

async function listenAnywhere(server: Server, wanted: number): Promise<true> {
  if (!(await listen(server, wanted))) await listen(server, 0);
  return true;
}

/** False if the port is taken. */
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

function portOf(server: Server): number {
  return (server.address() as AddressInfo | null)?.port ?? 0; // a TCP server, so never a path
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
