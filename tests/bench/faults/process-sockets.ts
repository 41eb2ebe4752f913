import { readdir, readFile, readlink } from 'node:fs/promises';

/** Counts the established TCP connections of some processes to a port. */
export async function connectionsTo(port: number, pids: readonly number[]): Promise<number> {
  const owned = new Set((await Promise.all(pids.map(socketsOf))).flat());
  const table = await readFile('/proc/net/tcp', 'utf8').catch(() => '');
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const established = '01';
  return table.split('\n').filter((line) => {
    const [, , remote = '', state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return remote.endsWith(wanted) && state === established && owned.has(inode);
  }).length;
}

/** Counts the open file descriptors of some processes. */
export async function descriptorsOf(pids: readonly number[]): Promise<number> {
  const counts = await Promise.all(pids.map(async (pid) => (await readdir(`/proc/${pid}/fd`).catch(() => [])).length));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function socketsOf(pid: number): Promise<readonly string[]> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder).catch(() => []);
  const links = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}
