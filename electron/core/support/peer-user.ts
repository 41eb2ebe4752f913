import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import os from 'node:os';

/** Whose the other end of a loopback connection is; `unknown` where the system offers no way to see it. */
export type PeerUser = 'same' | 'other' | 'unknown';

/** The ends of a connection as we see them. */
export type Ends = Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>;

const tables = ['/proc/net/tcp', '/proc/net/tcp6'];

/** Whether who has connected may come in: anyone but another user. Where users can't be told apart it lets everyone in. */
export async function isSameUser(socket: Ends): Promise<boolean> {
  return (await peerUser(socket)) !== 'other';
}

/**
 * Looks up whose program holds the other end. Linux lists all connections with the user of each socket, and any user may read it;
 * macOS and Windows show that only to administrators or by running a program for every connection.
 */
export async function peerUser(socket: Ends, platform: NodeJS.Platform = process.platform): Promise<PeerUser> {
  const own = process.getuid?.();
  if (platform !== 'linux' || own === undefined) return 'unknown';
  const texts = await Promise.all(tables.map((table) => readFile(table, 'latin1').catch(() => undefined)));
  const readable = texts.filter((text) => text !== undefined);
  if (readable.length === 0) return 'unknown';
  // Not listed any more: the program has gone, and with it the only proof of whose it was.
  return readable.some((text) => ownerIn(text, socket) === own) ? 'same' : 'other';
}

/** The user who holds the other end, by one of the kernel's tables; nothing where it is not in there. */
export function ownerIn(table: string, { localAddress, localPort, remoteAddress, remotePort }: Ends): number | undefined {
  const near = endOf(remoteAddress, remotePort);
  const far = endOf(localAddress, localPort);
  if (near === undefined || far === undefined) return undefined;
  for (const line of table.split('\n')) {
    if (!line.includes(near)) continue; // most lines, at no cost
    const [, from = '', to = '', , , , , user, , inode] = line.trim().split(/\s+/);
    // What no program holds any more has no inode, and the kernel then says that it is root's.
    if (inode !== '0' && from.endsWith(near) && to.endsWith(far)) return Number(user);
  }
  return undefined;
}

/** An end as the tables write it: the address by words in the machine's byte order. IPv4 inside IPv6 ends alike. */
function endOf(address: string | undefined, port: number | undefined): string | undefined {
  const bytes = address === undefined ? undefined : bytesOf(address);
  if (!bytes || port === undefined) return undefined;
  const words = bytes.toString('hex').toUpperCase().match(/.{8}/g) ?? [];
  const written = os.endianness() === 'LE' ? words.map((word) => word.match(/../g)?.toReversed().join('') ?? '') : words;
  return `${written.join('')}:${port.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Loopback connections only: 127.0.0.0/8, alone or inside IPv6, and ::1. */
function bytesOf(address: string): Buffer | undefined {
  if (address === '::1') return Buffer.concat([Buffer.alloc(15), Buffer.of(1)]);
  const parts = address
    .replace(/^::ffff:/i, '')
    .split('.')
    .map(Number);
  return parts.length === 4 && parts[0] === 127 && parts.every((part) => part >= 0 && part <= 255) ? Buffer.from(parts) : undefined;
}
