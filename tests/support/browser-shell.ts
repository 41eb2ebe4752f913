import { request, type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from '../../build/set-up/places.mjs';
import { openBrowserShell } from '../../electron/browser/browser-shell.ts';
import type { BrowserOptions } from '../../electron/browser/options.ts';
import type { Core } from '../../electron/core/create-core.ts';
import { systemClock } from '../../electron/core/program-start.ts';
import { freePort } from './free-port.ts';
import { must } from './must.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { startTestCore } from './test-core.ts';

/** Starts a shell that serves the built pages. Closed when the test ends. */
export async function startTestBrowserShell(options: Partial<BrowserOptions> = {}) {
  const folder = await temporaryFolder();
  const core = await startTestCore(folder);
  const reached: string[] = [];
  const handlers = new Proxy(core.handlers, {
    get: (all, route: keyof Core['handlers']) => {
      const handler = all[route] as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        reached.push(route);
        return handler(...args);
      };
    },
  });
  const shell = must(
    await openBrowserShell({
      port: await freePort(),
      basePath: '/',
      allowedHosts: [],
      allowedUsers: [],
      opensWindow: false,
      ...options,
      core: { ...core, handlers },
      clock: systemClock,
      folders: { data: path.join(folder, 'data'), logs: path.join(folder, 'logs') },
      pages: path.join(root, 'build/out/renderer'),
    }),
  );
  onTestFinished(shell.close);
  const { origin, port } = new URL(shell.createLink('anyone'));
  const letIn = async (): Promise<string> => {
    const { status, headers } = await useLink(origin, shell.createLink('anyone'));
    if (status !== 204) throw new Error(`the link was rejected: ${status}`);
    return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');
  };
  return {
    core,
    shell,
    folder,
    origin,
    port: Number(port),
    /** The routes whose handlers were called, in order. */
    reached,
    /** Opens a new link, as the first page does, and returns the cookies. */
    letIn,
  };
}

/** A browser shell with its own core. */
export type TestBrowserShell = Awaited<ReturnType<typeof startTestBrowserShell>>;

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Sends a raw request, with headers that a page can't set and paths that a browser would normalise. */
export function ask(origin: string, route: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Reply> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: route, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Exchanges a link's secret for a session, as its page does. */
export function useLink(origin: string, link: string): Promise<Reply> {
  return ask(origin, '/session', {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ secret: new URL(link).hash.slice(1) }),
  });
}
