import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import type { LinkHolder } from './access/one-time-links.ts';
import type { PendingApprovals } from './approvals/pending-approvals.ts';
import { readJson } from './http-reply.ts';

/** A sign-in link and the ports it uses. */
export interface RunningLink {
  readonly link: string;
  readonly ports: readonly number[];
}

/** Requests that a second start sends to the running program. */
export interface Control {
  readonly createLink: (holder: LinkHolder) => RunningLink;
  readonly approvals: Pick<PendingApprovals, 'list' | 'answer'>;
}

const linkSchema = z.object({ link: z.string(), ports: z.array(z.number()).readonly() }).readonly();
const linkRequestSchema = z.object({ holder: z.enum(['anyone', 'same-user']) });
const approvalsSchema = z
  .array(z.object({ id: z.string(), message: z.string(), detail: z.string(), yes: z.string() }).readonly())
  .readonly();
const answerSchema = z.object({ id: z.string(), isYes: z.boolean() });

/** Serves the control socket, which only this OS user can open. Call it while holding the data folder's lock. */
export function serveControl(folder: string, { createLink, approvals }: Control): Promise<Server> {
  const file = socketPath(folder);
  if (process.platform !== 'win32') rmSync(file, { force: true }); // left by a program that was killed
  const server = createServer((incoming, response) => {
    const send = (value: unknown): void => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const sendNotFound = (): void => void response.writeHead(404).end();
    const handle = async (): Promise<void> => {
      switch (`${incoming.method} ${incoming.url}`) {
        case 'POST /link': {
          const linkRequest = linkRequestSchema.safeParse(await readJson(incoming, 4096));
          return linkRequest.success ? send(createLink(linkRequest.data.holder)) : sendNotFound();
        }
        case 'GET /approvals':
          return send(approvals.list());
        case 'POST /approvals': {
          const answer = answerSchema.safeParse(await readJson(incoming, 4096));
          return answer.success && approvals.answer(answer.data.id, answer.data.isYes) ? send({}) : sendNotFound();
        }
        default:
          return sendNotFound();
      }
    };
    void handle().catch(sendNotFound);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(file, () => resolve(server));
  });
}

/** Requests a new link from the program that uses a data folder. */
export async function requestLink(folder: string, holder: LinkHolder): Promise<RunningLink> {
  return linkSchema.parse(await callControl(folder, 'POST', '/link', { holder }));
}

/** Requests the pending approvals. */
export async function requestApprovals(folder: string): Promise<z.infer<typeof approvalsSchema>> {
  return approvalsSchema.parse(await callControl(folder, 'GET', '/approvals'));
}

/** Answers a pending approval. */
export async function sendApproval(folder: string, id: string, isYes: boolean): Promise<void> {
  await callControl(folder, 'POST', '/approvals', { id, isYes });
}

function callControl(folder: string, method: string, route: string, body?: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request({ socketPath: socketPath(folder), method, path: route, headers, timeout: 5000 }, (response) => {
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

/** Returns the socket's path. It is outside the data folder, whose path may be too long for a socket. */
function socketPath(folder: string): string {
  const name = `causeway-${createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 20)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(privateFolder(), `${name}.sock`);
}

function privateFolder(): string {
  const folder = process.env['XDG_RUNTIME_DIR'] ?? path.join(os.tmpdir(), `causeway-${process.getuid?.() ?? 0}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0) throw new Error(`${folder} is not private.`);
  return folder;
}
