import { readLoginShellEnvironment, systemSshEnvironment, type SshEnvironment } from '../tunnel/tunnel.ts';

const deadlineMs = 5000;

/** This user's ssh surroundings. The login shell is asked once, at first use, for what a start from the desktop lacks. */
export function readSshEnvironment(environment: SshEnvironment['variables']): () => Promise<SshEnvironment> {
  let known: Promise<SshEnvironment> | undefined;
  const read = async (): Promise<SshEnvironment> => {
    if (environment['SSH_AUTH_SOCK']) return systemSshEnvironment(environment); // started from a terminal
    const { signal } = new AbortController();
    const more = await readLoginShellEnvironment({ shell: environment['SHELL'], environment, timeoutMs: deadlineMs, signal });
    return systemSshEnvironment({ ...environment, ...more });
  };
  return () => (known ??= read());
}
