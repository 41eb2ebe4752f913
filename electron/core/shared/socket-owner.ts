import { open } from 'node:fs/promises';
import type { Socket } from 'node:net';
import os from 'node:os';

/** Whose the other end of a loopback connection is; `unknown` where the system offers no way to see it. */
export type SocketOwner = 'same' | 'other' | 'unknown';

/** A user id; `gone` if the program has ended, and with it the only proof of whose it was. */
export type OwnerId = number | 'gone' | 'unknown';

/** The ends of a connection as we see them. */
export type SocketPair = Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>;

/** Most programs call by IPv4, so that the second is seldom needed. */
const tables = ['/proc/net/tcp', '/proc/net/tcp6'];
/** The kernel gives a page at a time. */
const pieceBytes = 64 * 1024;
/** Before a connection that is in none of the tables is taken for gone. */
const maxLookups = 4;

/** The ids of the users who hold the other ends of connections. */
export async function findOwnerIds(sockets: readonly SocketPair[]): Promise<readonly OwnerId[]> {
  return peerOwners(sockets, process.platform);
}

/** Looks up whose program holds the other end of a connection. */
export async function findSocketOwner(socket: SocketPair, platform: NodeJS.Platform = process.platform): Promise<SocketOwner> {
  const [user = 'unknown'] = await findSocketOwners([socket], platform);
  return user;
}

/**
 * The same for several, in one look: to go through all connections costs the kernel milliseconds, however many are wanted. Linux lists
 * them with the user of each socket, and any user may read it; macOS and Windows show that only to administrators or by running a
 * program for every connection.
 */
export async function findSocketOwners(
  sockets: readonly SocketPair[],
  platform: NodeJS.Platform = process.platform,
): Promise<readonly SocketOwner[]> {
  const own = process.getuid?.();
  const owners = await peerOwners(sockets, platform);
  return owners.map((owner) => (owner === 'unknown' || own === undefined ? 'unknown' : owner === own ? 'same' : 'other'));
}

/** Runs one lookup at a time. Callers that arrive during a lookup share the next one. */
export function batchLookups<Owner>(lookUp: (sockets: readonly Socket[]) => Promise<readonly Owner[]>) {
  let previous: Promise<unknown> = Promise.resolve();
  let batch: { readonly sockets: Socket[]; readonly owners: Promise<readonly Owner[]> } | undefined;

  const openBatch = (): NonNullable<typeof batch> => {
    const sockets: Socket[] = [];
    const owners = previous.then(() => {
      batch = undefined; // the lookup starts now, so later callers need another batch
      return lookUp(sockets);
    });
    previous = owners.catch(() => undefined);
    return { sockets, owners };
  };

  return async (socket: Socket): Promise<Owner | 'unknown'> => {
    batch ??= openBatch();
    const position = batch.sockets.push(socket) - 1;
    const owners = await batch.owners;
    return owners[position] ?? 'unknown';
  };
}

async function peerOwners(sockets: readonly SocketPair[], platform: NodeJS.Platform): Promise<readonly OwnerId[]> {
  if (platform !== 'linux') return sockets.map(() => 'unknown');
  const wanted = sockets.map(writtenOf);
  const owners = wanted.map((): number | undefined => undefined);
  // A connection that is already closed has no ends to look for.
  const isComplete = (): boolean => owners.every((owner, at) => owner !== undefined || wanted[at] === undefined);
  const isEnough = (part: string): boolean => {
    for (const [at, ends] of wanted.entries()) owners[at] ??= ends && findOwner(part, ends);
    return isComplete();
  };
  let isReadable = true;
  // The kernel gives the table piece by piece, and while others connect and hang up a line can slip between two of them.
  for (let lookUp = 0; lookUp < maxLookups && isReadable && !isComplete(); lookUp += 1) isReadable = await readTables(isEnough);
  return owners.map((owner) => owner ?? (isReadable ? 'gone' : 'unknown'));
}

/** Whether there was anything to read. */
async function readTables(isEnough: (part: string) => boolean): Promise<boolean> {
  let isReadable = false;
  for (const table of tables) {
    const outcome = await readTable(table, isEnough);
    if (outcome === 'enough') return true;
    isReadable ||= outcome === 'read';
  }
  return isReadable;
}

/** Reads whole lines, as many at a time as the kernel gives, until it is enough. */
async function readTable(table: string, isEnough: (part: string) => boolean): Promise<'enough' | 'read' | 'unreadable'> {
  const file = await open(table).catch(() => undefined);
  if (!file) return 'unreadable';
  try {
    const buffer = Buffer.allocUnsafe(pieceBytes);
    let rest = '';
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, pieceBytes, null);
      if (bytesRead === 0) return 'read';
      const text = rest + buffer.toString('latin1', 0, bytesRead);
      const end = text.lastIndexOf('\n') + 1;
      if (isEnough(text.slice(0, end))) return 'enough';
      rest = text.slice(end);
    }
  } catch {
    return 'unreadable';
  } finally {
    await file.close();
  }
}

/** The ends of a connection as the other end's line has them. */
interface WrittenEnds {
  readonly near: string;
  readonly far: string;
}

function writtenOf({ localAddress, localPort, remoteAddress, remotePort }: SocketPair): WrittenEnds | undefined {
  const near = endOf(remoteAddress, remotePort);
  const far = endOf(localAddress, localPort);
  return near === undefined || far === undefined ? undefined : { near, far };
}

/** The user who holds the other end, by one of the kernel's tables; nothing where it is not in there. */
export function ownerIn(table: string, ends: SocketPair): number | undefined {
  const written = writtenOf(ends);
  return written && findOwner(table, written);
}

function findOwner(table: string, { near, far }: WrittenEnds): number | undefined {
  for (let at = table.indexOf(near); at >= 0; at = table.indexOf(near, at + near.length)) {
    const line = table.slice(table.lastIndexOf('\n', at) + 1, table.indexOf('\n', at) + 1 || table.length);
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
  const fields = bytes.toString('hex').toUpperCase().match(/.{8}/g) ?? [];
  const written = os.endianness() === 'LE' ? fields.map((word) => word.match(/../g)?.toReversed().join('') ?? '') : fields;
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
