import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { readObject } from '../contract/json.ts';
import type { LinkHolder } from './access/one-time-links.ts';
import { readApprovalAnswer, type PendingApprovals } from './approvals/pending-approvals.ts';
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
          const holder = readObject(await readJson(incoming, 4096))?.['holder'];
          return holder === 'anyone' || holder === 'same-user' ? send(createLink(holder)) : sendNotFound();
        }
        case 'GET /approvals':
          return send(approvals.list());
        case 'POST /approvals': {
          const answer = readApprovalAnswer(await readJson(incoming, 4096));
          return answer && approvals.answer(answer.id, answer.isYes) ? send({}) : sendNotFound();
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

/** Returns the path of a data folder's socket. It is outside the data folder, whose path may be too long for a socket. */
export function socketPath(folder: string): string {
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
