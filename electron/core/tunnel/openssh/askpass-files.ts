import { constants } from 'node:fs';
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../../shared/node-error.ts';

/** A question that ssh asks through the askpass script. */
export type AskpassQuestion =
  | { readonly kind: 'host-key'; readonly hop: number; readonly name: string; readonly key: Buffer }
  | { readonly kind: 'secret'; readonly text: string }
  | { readonly kind: 'confirm'; readonly text: string }
  /** Needs no answer, such as a request to touch the security key. The script doesn't wait. */
  | { readonly kind: 'notice'; readonly text: string };

/** The text the script prints. If undefined, the script exits with an error. */
export type AskpassReply = string | undefined;

/** Reads ssh's questions from a folder and writes the answers there. */
export type AskpassFiles = Awaited<ReturnType<typeof createAskpassFiles>>;

/** A question and its answer function, which returns whether the script still took the answer. */
export interface AskpassRequest {
  readonly question: AskpassQuestion;
  readonly answer: (reply: AskpassReply) => Promise<boolean>;
}

const retryMs = 10;
const maxAttempts = 500;

/** Returns the path of the askpass script in a session's folder. */
export function askpassPath(folder: string): string {
  return path.join(folder, 'ask');
}

/** Writes the askpass script into the folder, which only its owner can enter. */
export async function createAskpassFiles(folder: string) {
  await writeFile(askpassPath(folder), askpassScript, { mode: 0o700 });
  return {
    /** Returns the questions that have arrived since the last poll. */
    poll: async (): Promise<readonly AskpassRequest[]> => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('q.'));
      const requests = await Promise.all(
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
      return requests.flatMap(({ question, answer }) => (question ? [{ question, answer }] : []));
    },
  };
}

/** Parses our KnownHostsCommand arguments, or SSH_ASKPASS_PROMPT and the prompt. */
function parseQuestion([hint, ...fields]: readonly string[]): AskpassQuestion | undefined {
  const [first = '', hop, name, encoded] = fields;
  if (first === '--host-key') {
    return { kind: 'host-key', hop: Number(hop), name: name ?? '', key: Buffer.from(encoded ?? '', 'base64') };
  }
  if (hint === undefined) return undefined; // the file is gone
  return { kind: hint === 'none' ? 'notice' : hint === 'confirm' ? 'confirm' : 'secret', text: first };
}

/** Writes to the script's pipe without blocking, because the script may have ended or may not read yet. */
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
      if (errorCode(error) !== 'ENXIO') return false; // the script has ended
      await delay(retryMs);
    }
  }
  return false; // it was killed without cleaning up
}

/**
 * The program ssh runs to ask for a secret (SSH_ASKPASS) or about a host key (KnownHostsCommand). It is a shell script, because
 * a packaged Causeway contains no Node to run one with. It uses pipes in the session's folder, because a shell can't use
 * sockets. The question is written to a file. The answer comes through a pipe and is never on disk. A notice has no pipe: when the
 * key was touched, ssh signals the script and waits for its end. It sets no traps, because a shell that handles a signal while it
 * opens the pipe waits there forever, and in bash even a trap for EXIT has that effect. So a killed script leaves its pipe until the
 * folder is removed.
 */
const askpassScript = `#!/bin/sh
cd "\${0%/*}" || exit 1
umask 077
printf '%s\\0' "\${SSH_ASKPASS_PROMPT-}" "$@" > "t.$$" || exit 1
[ "\${SSH_ASKPASS_PROMPT-}" != none ] || exec mv "t.$$" "q.$$"
mkfifo "a.$$" || exit 1
mv "t.$$" "q.$$" || exit 1
exec 3< "a.$$"
rm -f "a.$$"
IFS= read -r verdict <&3
cat <&3
[ "$verdict" = yes ]
`;
