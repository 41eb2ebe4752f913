import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = path.join(import.meta.dirname, 'ask-script.ts');

/** Runs a command of a shell with job control, at a terminal of its own. Returns what the terminal shows. */
async function atTerminal(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('script', ['--quiet', '--command', `bash -c 'set -m; ${command}'`, '/dev/null'], {
    env: { ...process.env, NODE: process.execPath, SCRIPT: script },
  });
  return stdout;
}

test.skipIf(process.platform !== 'linux')(
  'asks nothing while it runs in the background (catches a program that the system stops)',
  async () => {
    const shown = await atTerminal('"$NODE" "$SCRIPT" 3000 & wait %1; jobs; kill -9 %1');
    expect(shown).toContain('answer: ""');
    expect(shown).not.toMatch(/question\?|stopped/i);
  },
);

test.skipIf(process.platform !== 'linux')('asks once it is in the foreground', async () => {
  expect(await atTerminal('"$NODE" "$SCRIPT" 3000 & fg')).toContain('question?');
});
