import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Failure } from '../../../../electron/contract/failure.ts';
import { failure } from '../../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../../electron/contract/failures/render-failure.ts';
import { reachText } from '../../../../electron/core/tunnel/text.ts';
import { createSsh2Transport, offerSystemSsh } from '../../../../electron/core/tunnel/ssh2/ssh2-transport.ts';
import type { Identities } from '../../../../electron/core/tunnel/types.ts';
import { freePort } from '../../../support/free-port.ts';
import { hopTo } from '../host-keys/hop-fixture.ts';
import { createManualClock } from '../manual-clock.ts';

const none = { identities: [], notes: [], hasSystemSshKeys: false };

/** Connects to a port, with identities that are listed when the test says so. */
async function connect(port: number, signal: AbortSignal) {
  const listing = Promise.withResolvers<Awaited<ReturnType<Identities['list']>>>();
  const begun = Promise.withResolvers<void>();
  const { timers, move } = createManualClock();
  const transport = createSsh2Transport({
    hopChain: { hops: [hopTo('127.0.0.1', { port })], notes: [] },
    hostKeys: { check: async () => ({ kind: 'known' }), trust: async () => undefined, knownTypes: async () => [] },
    identities: () => ({
      list: () => {
        begun.resolve();
        return listing.promise;
      },
    }),
    ask: async () => ({ kind: 'given-up' }),
    timers,
  });
  const observer = {
    onProgress: () => undefined,
    isUnattended: false,
    onNote: () => undefined,
    onRefusedKey: () => undefined,
    onBytes: () => undefined,
  };
  const result = transport.connect(observer, signal);
  await begun.promise;
  return { result, move, list: () => listing.resolve(none) };
}

test('waits for an agent that is being unlocked (catches a timeout of the server that was never tried)', async () => {
  const { result, move, list } = await connect(await freePort(), new AbortController().signal);
  await move(20_000);
  list();
  expect(await result).toMatchObject({ ok: false, failure: { code: 'connection-refused' } });
});

test('dials nothing if it was cancelled while the identities were listed (catches an abort that is ignored)', async () => {
  let connections = 0;
  const server = net.createServer(() => (connections += 1)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const cancelling = new AbortController();
  const { result, list } = await connect((server.address() as net.AddressInfo).port, cancelling.signal);
  cancelling.abort(new Error('no longer wanted'));
  list();
  expect(await result).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  expect(connections).toBe(0);
});

describe('offerSystemSsh', () => {
  const hop = { name: 'lab', hasProxyCommand: true };
  const rejected = failure('sign-in-rejected', { hop: 'lab', login: 'ada', tried: ['password'], notes: [] });
  const offer = (cause: Failure, platform: NodeJS.Platform) =>
    offerSystemSsh(cause, hop, { systemSshNotes: () => ['Key k is on a security key.'] }, platform);

  test('says on Windows what to do without it', () => {
    const offered = offer(rejected, 'win32');
    expect(offered).toMatchObject({ code: 'ssh-auth', reason: 'needs-system-ssh-on-windows' });
    const { message, remedy } = describeFailure(offered);
    expect(message).toContain('Key k is on a security key. System SSH isn’t supported on Windows.');
    expect(remedy).toContain('switch to Proxy');
    expect(offer(rejected, 'darwin').reason).toBe('needs-system-ssh');
  });

  test('names the ProxyCommand of an instance that can’t be reached without it', () => {
    const unreached = failure('ssh-refused', { address: 'lab' });
    expect(describeFailure(offer(unreached, 'win32')).message).toContain(reachText.needsCommand('lab'));
  });

  test('advises on Windows to update a server without a common algorithm, because another key doesn’t help', () => {
    const cause = failure('no-common-algorithm', { hop: 'lab', missing: 'cipher' });
    expect(offer(cause, 'win32')).toBe(cause);
  });
});
