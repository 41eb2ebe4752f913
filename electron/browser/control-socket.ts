import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { readObject } from '../contract/json.ts';
import type { LinkHolder } from './access/sessions.ts';
import { readApprovalAnswer, type PendingApprovals } from './approvals/pending-approvals.ts';
import { readJson } from './http-reply.ts';

/** Requests that a second start sends to the running program. */
export interface Control {
  /** Creates a link that admits one browser. */
  readonly createLink: (holder: LinkHolder) => string;
  readonly approvals: Pick<PendingApprovals, 'list' | 'answer'>;
}

/**
 * Serves the control sockets, which only this OS user can open. Call it while holding the data folder's lock. Without any, a second start
 * can't get a link, but this one can go on.
 */
export async function serveControl(folder: string, control: Control): Promise<readonly Server[]> {
  if (process.platform === 'win32') renewPipeName(folder);
  const servers = await Promise.all(socketPaths(folder).map((file) => listenAt(file, createControlServer(control)).catch(() => undefined)));
  return servers.filter((server) => server !== undefined);
}

function createControlServer({ createLink, approvals }: Control): Server {
  return createServer((incoming, response) => {
    const send = (value: unknown): void => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const sendNotFound = (): void => void response.writeHead(404).end();
    const handle = async (): Promise<void> => {
      switch (`${incoming.method} ${incoming.url}`) {
        case 'POST /link': {
          const holder = readObject(await readJson(incoming, 4096))?.['holder'];
          return holder === 'anyone' || holder === 'same-user' ? send({ link: createLink(holder) }) : sendNotFound();
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
}

async function listenAt(file: string, server: Server): Promise<Server> {
  if (process.platform !== 'win32') rmSync(file, { force: true }); // left by a program that was killed
  server.listen(file);
  await once(server, 'listening');
  return server;
}

/** Returns the paths of a data folder's sockets. They are outside the data folder, whose path may be too long for a socket. */
export function socketPaths(folder: string, platform: NodeJS.Platform = process.platform): readonly string[] {
  if (platform === 'win32') return readPipeName(folder).map((name) => `\\\\.\\pipe\\causeway-${name}`);
  const name = `causeway-${createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 20)}`;
  return privateFolders().map((each) => path.join(each, `${name}.sock`));
}

const pipeNameFile = (folder: string): string => path.join(folder, 'control-pipe');

/** Chooses another name for the pipe. Any user may open a pipe of a name they can guess, and answer in place of this program. */
export function renewPipeName(folder: string): void {
  writeFileSync(pipeNameFile(folder), randomBytes(16).toString('hex'));
}

function readPipeName(folder: string): readonly string[] {
  try {
    return [readFileSync(pipeNameFile(folder), 'utf8')];
  } catch {
    return []; // no program has served it yet
  }
}

/**
 * Returns the folders that nobody else may enter. The runtime folder goes with the user's last session, and may be another user's after
 * `su`; the temporary one may be another for a service.
 */
function privateFolders(): readonly string[] {
  const own = path.join(os.tmpdir(), `causeway-${process.getuid?.() ?? 0}`);
  return [process.env['XDG_RUNTIME_DIR'] ?? '', own].filter((folder) => folder !== '' && isPrivate(folder));
}

/** Makes the folder if it is missing. Returns false if another user could enter it. */
function isPrivate(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    return uid === process.getuid?.() && (mode & 0o077) === 0;
  } catch {
    return false;
  }
}
