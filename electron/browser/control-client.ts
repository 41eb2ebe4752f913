// zod takes 70 ms, so only a second start loads this file
import { request } from 'node:http';
import * as z from 'zod';
import type { LinkHolder } from './access/sessions.ts';
import { socketPaths } from './control-socket.ts';

const linkSchema = z.object({ link: z.string() });
const approvalsSchema = z
  .array(z.object({ id: z.string(), message: z.string(), detail: z.string(), yes: z.string() }).readonly())
  .readonly();

/** Requests a new link from the program that uses a data folder. */
export async function requestLink(folder: string, holder: LinkHolder): Promise<string> {
  return linkSchema.parse(await callControl(folder, 'POST', '/link', { holder })).link;
}

/** Requests the pending approvals. */
export async function requestApprovals(folder: string): Promise<z.infer<typeof approvalsSchema>> {
  return approvalsSchema.parse(await callControl(folder, 'GET', '/approvals'));
}

/** Answers a pending approval. */
export async function sendApproval(folder: string, id: string, isYes: boolean): Promise<void> {
  await callControl(folder, 'POST', '/approvals', { id, isYes });
}

/** Returns whether a request failed because no program serves the socket, or because it closed it just then. */
export function isUnserved(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOENT', 'ECONNREFUSED', 'ECONNRESET'].includes(String(error.code));
}

/** Long enough for a program that is loading its core, which blocks it. */
const timeoutMs = 30_000;

/** Calls the running program at the first of its sockets that is served. */
async function callControl(folder: string, method: string, route: string, body?: unknown): Promise<unknown> {
  let failure: unknown = Object.assign(new Error('There is no private folder for a socket.'), { code: 'ENOENT' });
  for (const socketPath of socketPaths(folder)) {
    try {
      return await callSocket(socketPath, method, route, body);
    } catch (error) {
      if (!isUnserved(error)) throw error;
      failure = error;
    }
  }
  throw failure;
}

function callSocket(socketPath: string, method: string, route: string, body?: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request({ socketPath, method, path: route, headers, timeout: timeoutMs }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')))
          : reject(new Error(`status ${response.statusCode}`)),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
