import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createIdentities } from '../../../electron/core/tunnel/tunnel.ts';
import { userWithReplies } from '../../core/tunnel/authentication/ask-fixture.ts';
import { hopTo } from '../../core/tunnel/host-keys/hop-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { logIn, makeKey, startAgent, startSshdFor } from './identity-fixture.ts';
import { keyText, identityLabels } from '../../../electron/core/tunnel/text.ts';

const run = promisify(execFile);
const never = new AbortController().signal;
const nobody = userWithReplies();

describe('the agent', () => {
  test('logs in to a real sshd, with each key tried and named separately and its files not tried again', async () => {
    const folder = await temporaryFolder();
    const [first, named, right] = [
      await makeKey(folder, 'first'),
      await makeKey(folder, 'named'),
      await makeKey(folder, 'right', '-t', 'rsa', '-b', '2048'),
    ];
    const sshd = await startSshdFor(folder, [`${right}.pub`]);
    const agent = await startAgent(folder, [first, right, named]);
    const hop = hopTo('127.0.0.1', { ...sshd, agent, identityFiles: [named] });
    const { isIn, tried } = await logIn(hop, createIdentities({ ask: nobody.ask, defaultFiles: [] }));
    expect(isIn).toBe(true);
    expect(tried).toEqual(['named', 'first', 'right'].map((name) => identityLabels.agentKey(name)));
  });

  test('offers with IdentitiesOnly only keys named by a private or public file, even if the private one is encrypted or missing', async () => {
    const folder = await temporaryFolder();
    const [other, sealed, away] = [await makeKey(folder, 'other'), await makeKey(folder, 'sealed'), await makeKey(folder, 'away')];
    const agent = await startAgent(folder, [other, sealed, away]);
    await run('ssh-keygen', ['-q', '-p', '-P', '', '-N', 'secret', '-f', sealed]);
    await rm(`${sealed}.pub`);
    await rm(away);
    const hop = hopTo('x', { agent, identitiesOnly: true, identityFiles: [sealed, `${away}.pub`] });
    const { identities, notes } = await createIdentities({ ask: nobody.ask, defaultFiles: [] }).list(hop, never);
    expect(identities.filter(({ method }) => method === 'agent' || method === 'publickey').map(({ label }) => label)).toEqual([
      identityLabels.agentKey('sealed'),
      identityLabels.agentKey('away'),
    ]);
    expect(notes).toEqual([]);
  });

  test('is reported when gone, silent or broken, and the files are tried', async () => {
    const folder = await temporaryFolder();
    const file = await makeKey(folder, 'key');
    const mad = net.createServer((socket) => void socket.end(Buffer.from([0xff, 0xff, 0xff, 0xff, 1])));
    await new Promise<void>((resolve) => mad.listen(path.join(folder, 'mad'), resolve));
    for (const agent of [path.join(folder, 'nowhere'), path.join(folder, 'mad')]) {
      const { identities, notes } = await createIdentities({ ask: nobody.ask, defaultFiles: [] }).list(
        hopTo('x', { agent, identityFiles: [file] }),
        never,
      );
      expect(identities[0]?.label).toBe(identityLabels.keyFile(file));
      expect(notes).toEqual([expect.stringContaining(keyText.agentUnavailable(agent, '').replace(' ().', ''))]);
    }
    mad.close();
    const silent = net.createServer();
    await new Promise<void>((resolve) => silent.listen(path.join(folder, 'silent'), resolve));
    const { notes } = await createIdentities({ ask: nobody.ask, defaultFiles: [] }).list(
      hopTo('x', { agent: path.join(folder, 'silent') }),
      AbortSignal.timeout(100),
    );
    expect(notes).toHaveLength(1);
    silent.close();
  });

  test('reports a certificate and uses the plain key', async () => {
    const folder = await temporaryFolder();
    const [authority, key] = [await makeKey(folder, 'authority'), await makeKey(folder, 'key')];
    await run('ssh-keygen', ['-q', '-s', authority, '-I', 'ada', '-n', 'ada', `${key}.pub`]);
    const agent = await startAgent(folder, [key]);
    const { identities, notes } = await createIdentities({ ask: nobody.ask, defaultFiles: [] }).list(
      hopTo('x', { agent, identityFiles: [key] }),
      never,
    );
    expect(identities[0]?.label).toBe(identityLabels.agentKey('key'));
    expect(notes).toContain(
      keyText.needsSystemSsh(keyText.isCertificateOfType(keyText.agentKey('key'), 'ssh-ed25519-cert-v01@openssh.com')),
    );
    expect(notes).toContain(keyText.certificateNeedsSystemSsh(keyText.isCertificate(`${key}-cert.pub`)));
  });
});
