import { openSync } from 'node:fs';
import { startSsh } from '../../../../electron/core/tunnel/openssh/ssh-process.ts';

/** Starts ssh without a free file descriptor and prints why it could not be started. */
await new Promise((resolve) => void process.stdout.write('', resolve)); // opened before there are none left
try {
  for (;;) openSync('/dev/null', 'r');
} catch {
  const { exited, stderr } = startSsh('ssh', ['-V']);
  console.log((await exited).startError, stderr());
}
