import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import {
  askpassPath,
  createAskpassFiles,
  type AskpassFiles,
  type AskpassRequest,
} from '../../../../electron/core/tunnel/openssh/askpass-files.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { eventually } from '../../../support/eventually.ts';

/** Runs the script as ssh does. `hint` is ssh's SSH_ASKPASS_PROMPT. */
function ask(folder: string, words: readonly string[], hint = '', shell = '') {
  const [program = '', ...given] = [shell, askpassPath(folder), ...words].slice(shell === '' ? 1 : 0);
  const script = spawn(program, given, {
    env: { PATH: process.env['PATH'], SSH_ASKPASS_PROMPT: hint },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { script, printed: text(script.stdout), exited: once(script, 'exit') };
}

/** Waits for the next question. */
function nextRequest(files: AskpassFiles): Promise<AskpassRequest> {
  return eventually(async () => {
    const [request] = await files.poll();
    if (!request) throw new Error('The script has not asked.');
    return request;
  });
}

/** Returns whether a process has its own handler for SIGTERM. Known only on Linux. */
async function handlesTermination(pid: number | undefined): Promise<boolean> {
  const status = process.platform === 'linux' ? await readFile(`/proc/${pid}/status`, 'utf8') : '';
  const [, caught = '0'] = /^SigCgt:\s*(\w+)$/m.exec(status) ?? [];
  return ((BigInt(`0x${caught}`) >> BigInt(constants.signals.SIGTERM - 1)) & 1n) === 1n;
}

describe.skipIf(process.platform === 'win32')('the askpass script', () => {
  test('prints the answer to a question, or fails if there is none', async () => {
    const folder = await temporaryFolder();
    const files = await createAskpassFiles(folder);
    const given = ask(folder, ['Password:']);
    const { question, answer } = await nextRequest(files);
    expect(question).toEqual({ kind: 'secret', text: 'Password:' });
    expect(await answer('swordfish')).toBe(true);
    expect(await given.printed).toBe('swordfish\n');
    expect(await given.exited).toEqual([0, null]);

    const refused = ask(folder, ['--host-key', '1', 'host', 'a2V5']);
    const request = await nextRequest(files);
    expect(request.question).toEqual({ kind: 'host-key', hop: 1, name: 'host', key: Buffer.from('key') });
    await request.answer(undefined);
    expect(await refused.exited).toEqual([1, null]);
    expect(await readdir(folder)).toEqual(['ask']);
  });

  // ssh waits for the end of the script, and a key that needs no touch ends it at once
  test('ends at once after a notice, which is kept until it is read', async () => {
    const folder = await temporaryFolder();
    const files = await createAskpassFiles(folder);
    const { exited } = ask(folder, ['Confirm user presence for key'], 'none');
    expect(await exited).toEqual([0, null]);
    expect(await files.poll()).toMatchObject([{ question: { kind: 'notice', text: 'Confirm user presence for key' } }]);
    expect(await readdir(folder)).toEqual(['ask']);
  });

  // a handler that runs just before the pipe is opened would leave the script waiting
  test.each(['/bin/sh', '/bin/bash'].filter(existsSync))('leaves signals to the system in %s', async (shell) => {
    const folder = await temporaryFolder();
    const files = await createAskpassFiles(folder);
    const { script, exited } = ask(folder, ['Password:'], '', shell);
    await nextRequest(files);
    expect(await handlesTermination(script.pid)).toBe(false);
    script.kill('SIGTERM');
    expect(await exited).toEqual([null, 'SIGTERM']);
  });
});
