import { readdir, readFile } from 'node:fs/promises';

/** Returns the ids of all descendants of a process. */
export async function descendants(root: number): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const)));
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && parent > 1 && (parent === root || isBelow(parent));
  };
  return pids.filter(isBelow);
}

/** Returns the command lines of a process and its descendants, as every user of this computer sees them. */
export async function commandLines(root: number): Promise<readonly string[]> {
  const pids = [root, ...(await descendants(root))];
  return Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))); // it may have exited
}

async function parentOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1];
  return parent === undefined ? undefined : Number(parent);
}
