import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { isNewEnough } from '../../../../electron/core/tunnel/openssh/ssh-process.ts';

test.each([
  ['OpenSSH_9.2p1 Debian-2+deb12u10, OpenSSL 3.0.19', true],
  ['OpenSSH_8.5p1, OpenSSL 1.1.1', true],
  ['OpenSSH_10.0p2, LibreSSL 3.3.6', true],
  ['OpenSSH_8.4p1 Debian-5', false],
  ['OpenSSH_7.9p1', false],
  ['Dropbear v2022.83', false],
  ['', false],
])('checks the version “%s”', (output, isEnough) => {
  expect(isNewEnough(output)).toBe(isEnough);
});

// catches a bug report, and a tunnel that never pings again, when the program has too many open files
test.skipIf(process.platform === 'win32')('reports that no file descriptor is free for ssh', async () => {
  const script = path.join(import.meta.dirname, 'no-descriptors-script.ts');
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh', process.execPath, script]);
  expect(stdout).toBe('EMFILE \n');
});
