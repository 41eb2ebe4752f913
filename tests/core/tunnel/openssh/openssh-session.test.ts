import { expect, test } from 'vitest';
import type { Failure } from '../../../../electron/contract/failure.ts';
import { createChannelLog } from '../../../../electron/core/tunnel/openssh/channel-log.ts';
import { createOpensshSession } from '../../../../electron/core/tunnel/openssh/openssh-session.ts';
import { sessionPaths } from '../../../../electron/core/tunnel/openssh/ssh-arguments.ts';
import type { SshProcess } from '../../../../electron/core/tunnel/openssh/ssh-process.ts';
import { lossDetails } from '../../../../electron/core/tunnel/text.ts';
import { systemTimers } from '../../../../electron/core/tunnel/timers.ts';
import { hopTo } from '../host-keys/hop-fixture.ts';

const mistyped = 'ada@lab: Permission denied, please try again.\n';

/** Creates a session whose ssh then writes this output and exits. Returns the reported failure. */
function lossAfter(output: string): Promise<Failure> {
  let stderr = mistyped;
  const exited = Promise.withResolvers<Awaited<SshProcess['exited']>>();
  const process: SshProcess = { stderr: () => stderr, exited: exited.promise, kill: () => undefined };
  const session = createOpensshSession({
    process,
    paths: sessionPaths('/nowhere'),
    instance: hopTo('lab'),
    target: { host: 'inference', port: 443 },
    timers: systemTimers,
    probe: () => process,
    removeFolder: () => undefined,
    observer: {
      onProgress: () => undefined,
      isUnattended: false,
      onNote: () => undefined,
      onRefusedKey: () => undefined,
      onBytes: () => undefined,
    },
    channels: createChannelLog(),
  });
  stderr += output;
  exited.resolve({ startError: undefined });
  return new Promise((resolve) => session.onLost(resolve));
}

test('reports a lost session as lost although a password was mistyped before (catches a tunnel that is never retried)', async () => {
  expect(await lossAfter('client_loop: send disconnect: Broken pipe\n')).toMatchObject({
    code: 'connection-lost',
    params: { detail: 'client_loop: send disconnect: Broken pipe' },
  });
  expect(await lossAfter('')).toMatchObject({ code: 'connection-lost', params: { detail: lossDetails.silentExit } });
});
