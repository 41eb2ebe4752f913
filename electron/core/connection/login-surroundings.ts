import { readLoginShellEnvironment, systemSurroundings, type Surroundings } from '../tunnel/tunnel.ts';

const deadlineMs = 5000;

/** This user's ssh surroundings. The login shell is asked once, at first use, for what a start from the desktop lacks. */
export function loginSurroundings(environment: Surroundings['environment']): () => Promise<Surroundings> {
  let known: Promise<Surroundings> | undefined;
  const read = async (): Promise<Surroundings> => {
    if (environment['SSH_AUTH_SOCK']) return systemSurroundings(environment); // started from a terminal
    const { signal } = new AbortController();
    const more = await readLoginShellEnvironment({ shell: environment['SHELL'], environment, deadlineMs, signal });
    return systemSurroundings({ ...environment, ...more });
  };
  return () => (known ??= read());
}
