import { readdirSync } from 'node:fs';

const pipeFolder = '\\\\.\\pipe\\';
const opensshPipe = 'openssh-ssh-agent';

/** What decides which agent is used. */
export interface AgentEnvironment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly localUser: string;
  /** The pipes of Windows, which its agents listen on. Undefined on other systems. */
  readonly pipes?: readonly string[] | undefined;
}

/** Lists the pipes of Windows. Returns undefined on other systems. */
export function listPipes(
  platform: NodeJS.Platform = process.platform,
  read: (folder: string) => readonly string[] = readdirSync,
): readonly string[] | undefined {
  if (platform !== 'win32') return undefined;
  try {
    return read(pipeFolder);
  } catch {
    return [];
  }
}

/**
 * Returns the agent to use if the ssh config names none. On Windows, a program started from Git Bash has the socket file of its agent in
 * the environment, which nothing outside Git Bash can open. Pageant listens only on a pipe with its user's name and a hash.
 */
export function findDefaultAgent({ variables, localUser, pipes }: AgentEnvironment): string | undefined {
  const named = variables['SSH_AUTH_SOCK'];
  if (!pipes) return named || undefined;
  const pipe = toPipe(named ?? '');
  if (pipe !== undefined || pipes.includes(opensshPipe)) return pipe ?? pipeFolder + opensshPipe;
  const prefix = `pageant.${localUser}.`.toLowerCase();
  return pipeFolder + (pipes.find((name) => name.toLowerCase().startsWith(prefix)) ?? opensshPipe);
}

/** Returns the path of a pipe as Windows takes it, or undefined for another path. ssh reads two leading backslashes as one. */
export function toPipe(path: string): string | undefined {
  const name = /^[\\/]{1,2}\.[\\/]pipe[\\/](.+)$/is.exec(path)?.[1];
  return name === undefined ? undefined : pipeFolder + name;
}
