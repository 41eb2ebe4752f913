import { readFile } from 'node:fs/promises';
import { descendants } from './descendants.ts';

/** Memory of a process and all below it in MiB, shared pages counted once by their share (Linux: PSS). */
export async function treeMemory(root: number): Promise<number> {
  const shares = await Promise.all([root, ...(await descendants(root))].map(shareOf));
  return shares.reduce((sum, share) => sum + share, 0) / 1024;
}

/** Memory of one process in MiB, shared pages counted whole (Linux: RSS), so that it does not matter who else runs the same program. */
export async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** In KiB; nothing where the process ended while we look. */
async function shareOf(pid: number): Promise<number> {
  const summary = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(summary)?.[1] ?? 0);
}
