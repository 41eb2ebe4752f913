import type { Hop } from '../../../../electron/core/tunnel/types.ts';

/** Creates a hop with defaults for everything the test doesn't set. */
export function hopTo(host: string, overrides: Partial<Hop> = {}): Hop {
  return {
    name: host,
    host,
    port: 22,
    login: 'ada',
    hostKeyAlias: undefined,
    knownHostsFiles: [],
    identityFiles: [],
    certificateFiles: [],
    identitiesOnly: false,
    agent: undefined,
    connectTimeoutMs: 5000,
    keepaliveMs: 0,
    ...overrides,
  };
}

/** Creates a key of a type, distinguished by its seed. Valid only as far as known_hosts files go. */
export function keyOf(type: string, seed: number): Buffer {
  const field = (bytes: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  return Buffer.concat([field(Buffer.from(type)), field(Buffer.alloc(32, seed))]);
}

/** Returns a line of a known_hosts file. */
export function lineOf(names: string, key: Buffer, marker = ''): string {
  const type = key.subarray(4, 4 + key.readUInt32BE(0)).toString();
  return `${marker ? `${marker} ` : ''}${names} ${type} ${key.toString('base64')}`;
}
