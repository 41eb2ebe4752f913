import { readFile } from 'node:fs/promises';
import { descendants } from './descendants.ts';

/** Memory of a process and all below it in MiB, shared pages counted once by their share (Linux: PSS). */
export async function treeMemory(root: number): Promise<number> {
  const shares = await Promise.all([root, ...(await descendants(root))].map(shareOf));
  return shares.reduce((sum, share) => sum + share, 0) / 1024;
}

/** In KiB; nothing where the process ended while we look. */
async function shareOf(pid: number): Promise<number> {
  const summary = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(summary)?.[1] ?? 0);
}
