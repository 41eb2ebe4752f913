/** @module-tag long */
import { KeyObject, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import ssh2, { type ClientChannel } from 'ssh2';
import { expect, test } from 'vitest';
import { convertKeys } from '../../../electron/core/tunnel/ssh2/ssh2-internals.ts';
import { testSshd } from './tunnel-fixture.ts';

/** The private fields of ssh2's ciphers that hold the keys. */
const fields = { 'aes128-gcm@openssh.com': ['_encKey', '_decipherKey'], 'aes128-ctr': ['_macKey', '_macKey'] } as const;

test.each(Object.entries(fields))(
  'converts the keys of %s at every key exchange, and keeps bytes intact',
  async (name, [outgoing, incoming]) => {
    const sshd = await testSshd({ config: [`Ciphers ${name}`, 'RekeyLimit 256K'] });
    const client = new ssh2.Client();
    const found: unknown[] = [];
    client.on('handshake', () => {
      convertKeys(client);
      const { _protocol } = client as unknown as { _protocol: Record<'_cipher' | '_decipher', Record<string, unknown>> };
      found.push(_protocol._cipher[outgoing], _protocol._decipher[incoming]);
    });
    client.connect({ host: '127.0.0.1', port: sshd.port, username: sshd.login, privateKey: await readFile(sshd.keyFile) });
    await once(client, 'ready');
    const channel = await new Promise<ClientChannel>((resolve, reject) => {
      client.exec('cat', (error, opened) => (error ? reject(error) : resolve(opened)));
    });
    const sent = randomBytes(1024 * 1024);
    const pieces: Buffer[] = [];
    channel.on('data', (piece: Buffer) => pieces.push(piece));
    channel.end(sent);
    await once(channel, 'close');
    client.on('error', () => undefined); // the server may reset a connection that is being closed
    client.end();
    expect(Buffer.concat(pieces).equals(sent)).toBe(true);
    expect(found.length).toBeGreaterThan(2);
    for (const key of found) expect(key).toBeInstanceOf(KeyObject);
  },
);
