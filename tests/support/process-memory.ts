import { readFile } from 'node:fs/promises';
import { descendants } from './descendants.ts';

/** Returns the memory of a process and its descendants in MiB. Shared pages count by their share (Linux: PSS). */
export async function treeMemory(root: number): Promise<number> {
  const shares = await Promise.all([root, ...(await descendants(root))].map(shareOf));
  return shares.reduce((sum, share) => sum + share, 0) / 1024;
}

/** Returns the memory of a process in MiB. Shared pages count in full (Linux: RSS), so that other processes don't matter. */
export async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Returns the share in KiB, or 0 if the process has exited. */
async function shareOf(pid: number): Promise<number> {
  const summary = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(summary)?.[1] ?? 0);
}
