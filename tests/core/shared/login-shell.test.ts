import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLoginShellReader, readLoginShellEnvironment } from '../../../electron/core/shared/login-shell.ts';
import { isAlive } from '../../support/is-alive.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Creates a home folder with start-up files for bash. */
async function homeWith(rc: string): Promise<Record<string, string>> {
  const home = await temporaryFolder();
  await writeFile(path.join(home, '.bash_profile'), '. ~/.bashrc\n');
  await writeFile(path.join(home, '.bashrc'), rc);
  return { HOME: home, PATH: '/usr/bin:/bin' };
}

const read = (environment: Record<string, string>, shell = '/bin/bash', deadlineMs = 10_000) =>
  readLoginShellEnvironment({ ...environment, SHELL: shell }, deadlineMs);

describe('readLoginShellEnvironment', () => {
  test('reads agent and PATH although start-up files print, even text that looks like the answer', async () => {
    const environment = await homeWith(
      'echo Welcome; printf "no newline"; echo SSH_AUTH_SOCK=/evil >&2; echo "causeway-"; export SSH_AUTH_SOCK="/run/my agent/s" PATH="/opt/ünïcode/bin:/bin"\n',
    );
    expect(await read(environment)).toEqual({ SSH_AUTH_SOCK: '/run/my agent/s', PATH: '/opt/ünïcode/bin:/bin' });
  });

  test('leaves the agent out when there is none', async () => {
    expect(await read(await homeWith('unset SSH_AUTH_SOCK\n'))).toEqual({ PATH: expect.stringContaining('/bin') });
  });

  test('uses a command that plain sh understands', async () => {
    expect(await read({ PATH: '/usr/bin:/bin', HOME: '/nowhere', SSH_AUTH_SOCK: '/s' }, '/bin/sh')).toMatchObject({ SSH_AUTH_SOCK: '/s' });
  });

  test('gives up on a hanging shell at the timeout', async () => {
    expect(await read(await homeWith('sleep 1000\n'), '/bin/bash', 500)).toBeUndefined();
  });

  test('kills a shell it gives up on, with its children', async () => {
    const environment = await homeWith('sleep 1000 & echo $! $$ > ~/pids; wait\n');
    const reading = read(environment, '/bin/bash', 3000);
    const written = () => readFile(path.join(environment['HOME'] ?? '', 'pids'), 'utf8').catch(() => '');
    await expect.poll(written).toMatch(/^\d+ \d+\n$/);
    expect(await reading).toBeUndefined();
    for (const pid of (await written()).split(' ')) await expect.poll(() => isAlive(Number(pid))).toBe(false);
  });

  test('returns while a program keeps the output open, and doesn’t kill that program', async () => {
    const environment = await homeWith(`setsid sh -c 'echo $$ > ~/pid; exec sleep 1000' & export SSH_AUTH_SOCK=/s\n`);
    expect(await read(environment)).toMatchObject({ SSH_AUTH_SOCK: '/s' }); // if it waited until the timeout, the result would be empty
    const pid = async () => Number(await readFile(path.join(environment['HOME'] ?? '', 'pid'), 'utf8').catch(() => ''));
    await expect.poll(pid).toBeGreaterThan(0);
    process.kill(await pid()); // throws if the process is gone
  });

  test('returns nothing when the shell doesn’t exist, exits at once or prints endlessly', async () => {
    expect(await read({}, '/nowhere/shell')).toBeUndefined();
    expect(await readLoginShellEnvironment({}, 1000)).toBeUndefined();
    expect(await read(await homeWith('exit 1\n'))).toBeUndefined();
    const noisy = path.join(await temporaryFolder(), 'noisy');
    await writeFile(noisy, '#!/bin/sh\nexec yes\n');
    await chmod(noisy, 0o700);
    expect(await read({ PATH: '/usr/bin:/bin' }, noisy)).toBeUndefined();
  });
});

/** Creates a shell that hangs at its first start, as one on a cold disk does. Its starts are counted in a file beside it. */
async function slowShell(): Promise<string> {
  const shell = path.join(await temporaryFolder(), 'slow');
  const script = '#!/bin/sh\necho >> "$0.starts"\n[ "$(wc -l < "$0.starts")" -gt 1 ] || exec sleep 1000\nexec /bin/sh "$@"\n';
  await writeFile(shell, script, { mode: 0o700 });
  return shell;
}

describe('createLoginShellReader', () => {
  test('starts the shell again after it was too slow, but only once for concurrent calls', async () => {
    const shell = await slowShell();
    const readShell = createLoginShellReader(
      { SHELL: shell, HOME: '/nowhere', PATH: '/usr/bin:/bin' },
      { timeoutMs: 1000, retryAfterMs: 0 },
    );
    expect(await Promise.all([readShell(), readShell()])).toEqual([{}, {}]); // a second start would return a PATH
    await expect.poll(readShell).toMatchObject({ PATH: expect.stringContaining('/bin') as string });
    const starts = await readFile(`${shell}.starts`, 'utf8');
    await readShell();
    expect(await readFile(`${shell}.starts`, 'utf8')).toBe(starts);
  });
});
