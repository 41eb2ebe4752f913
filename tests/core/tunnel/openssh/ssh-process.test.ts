import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

// catches a bug report, and a tunnel that never pings again, when the program has too many open files
test.skipIf(process.platform === 'win32')('reports that no file descriptor is free for ssh', async () => {
  const script = path.join(import.meta.dirname, 'no-descriptors-script.ts');
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh', process.execPath, script]);
  expect(stdout).toBe('EMFILE \n');
});
