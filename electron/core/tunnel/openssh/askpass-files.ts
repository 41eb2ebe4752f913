import { constants } from 'node:fs';
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../../shared/node-error.ts';

/** What ssh asks through its helper. */
export type AskpassQuestion =
  | { readonly kind: 'host-key'; readonly hop: number; readonly name: string; readonly key: Buffer }
  | { readonly kind: 'secret'; readonly text: string }
  | { readonly kind: 'confirm'; readonly text: string }
  /** Told, and taken back by ssh when it is over: touch the security key. */
  | { readonly kind: 'notice'; readonly text: string };

/** What the helper prints, or nothing: it ends as one who was turned away. */
export type AskpassReply = string | undefined;

/** Takes ssh's questions out of a folder and puts the answers back. */
export interface AskpassFiles {
  /** Questions that have come since the last look. */
  readonly poll: () => Promise<readonly AskpassRequest[]>;
}

/** A question with the way to answer it, which says whether the answer was taken: whoever asked may have gone. */
export interface AskpassRequest {
  readonly question: AskpassQuestion;
  readonly answer: (reply: AskpassReply) => Promise<boolean>;
}

const retryMs = 10;
const maxAttempts = 500;

/** Where the helper lies in a session's folder. */
export function askpassPath(folder: string): string {
  return path.join(folder, 'ask');
}

/** Puts the helper into the folder; only its owner can enter that. */
export async function createAskpassFiles(folder: string): Promise<AskpassFiles> {
  await writeFile(askpassPath(folder), askpassScript, { mode: 0o700 });
  return {
    poll: async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('q.'));
      const asked = await Promise.all(
        names.map(async (name) => {
          const file = path.join(folder, name);
          const fields = (await readFile(file, 'utf8').catch(() => '')).split('\0').slice(0, -1);
          await rm(file, { force: true });
          return {
            question: parseQuestion(fields),
            answer: (reply: AskpassReply) => writeReply(path.join(folder, `a.${name.slice(2)}`), reply),
          };
        }),
      );
      return asked.flatMap(({ question, answer }) => (question ? [{ question, answer }] : []));
    },
  };
}

/** The words of KnownHostsCommand as ours has them, or SSH_ASKPASS_PROMPT and the prompt. */
function parseQuestion([hint, ...words]: readonly string[]): AskpassQuestion | undefined {
  const [first = '', hop, name, encoded] = words;
  if (first === '--host-key') {
    return { kind: 'host-key', hop: Number(hop), name: name ?? '', key: Buffer.from(encoded ?? '', 'base64') };
  }
  if (hint === undefined) return undefined; // it has gone meanwhile
  return { kind: hint === 'none' ? 'notice' : hint === 'confirm' ? 'confirm' : 'secret', text: first };
}

/** The helper may have ended meanwhile, or not have opened its end yet; a blocking open would then hold a thread for ever. */
async function writeReply(pipe: string, reply: AskpassReply): Promise<boolean> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    try {
      const end = await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
      try {
        await end.writeFile(reply === undefined ? 'no\n' : `yes\n${reply}\n`);
      } finally {
        await end.close();
      }
      return true;
    } catch (error) {
      if (errorCode(error) !== 'ENXIO') return false; // gone, with whoever asked
      await delay(retryMs);
    }
  }
  return false; // killed without a chance to clear up
}

/**
 * The program ssh runs when it has a question: for a secret (SSH_ASKPASS) and about a host key (KnownHostsCommand). A shell script,
 * because a packaged Causeway is no Node that a script could be run with; pipes in the session's folder, because a shell can't speak
 * to a socket. The words of the question are put into a file, the answer comes through a pipe and is never on a disk.
 */
export const askpassScript = `#!/bin/sh
cd "\${0%/*}" || exit 1
umask 077
mkfifo "a.$$" || exit 1
trap 'rm -f "a.$$" "q.$$"' EXIT
trap 'exit 1' HUP INT TERM
printf '%s\\0' "\${SSH_ASKPASS_PROMPT-}" "$@" > "t.$$" && mv "t.$$" "q.$$" || exit 1
exec 3< "a.$$"
IFS= read -r verdict <&3
cat <&3
[ "$verdict" = yes ]
`;
