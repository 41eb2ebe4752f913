import { lstat, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, type Page } from 'playwright/test';
import type { OpenedWindow } from './opened-window.ts';
import type { ProcessWatch } from './process-watch.ts';

/** Where no secret may be, once it was used. */
export interface ScanTargets {
  readonly window: OpenedWindow;
  /** All that Causeway writes. */
  readonly folder: string;
  /** Every process it has started. */
  readonly processes: ProcessWatch;
}

/** Looks for secrets in files, the page's memory, the words and surroundings of processes, and what would be sent with a report. */
export async function findSecrets(
  secrets: Readonly<Record<string, string>>,
  { window, folder, processes }: ScanTargets,
): Promise<readonly string[]> {
  await processes.look();
  const places: { readonly place: string; readonly bytes: Buffer }[] = [
    { place: 'the memory of the page', bytes: Buffer.from(await readHeap(window.page)) },
    ...(await filesOf(folder)),
    ...processes.seen().map((words) => ({ place: 'a process', bytes: Buffer.from(words) })),
    ...Object.entries(unzipSync(await saveDiagnostics(window))).map(([name, bytes]) => ({
      place: `the diagnostics bundle, ${name}`,
      bytes: Buffer.from(bytes),
    })),
  ];
  // where the system's ssh asks its questions
  for (const asking of new Set(processes.seen().flatMap((words) => words.match(/\/[^\0\s]*\/cw-ssh-\w+/g) ?? []))) {
    places.push(...(await filesOf(asking)));
  }
  return places.flatMap(({ place, bytes }) =>
    Object.entries(secrets).flatMap(([name, secret]) => (bytes.includes(secret) ? [`${name} in ${place}`] : [])),
  );
}

/** What would be sent with a report, as the user saves it. */
async function saveDiagnostics({ dialogs, page }: OpenedWindow): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-report-'));
  const file = path.join(folder, 'diagnostics.zip');
  try {
    await dialogs.answer({ file });
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Save diagnostics' }).click();
    await expect
      .poll(() =>
        stat(file).then(
          ({ size }) => size,
          () => 0,
        ),
      )
      .toBeGreaterThan(0);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Everything that is alive in the page's memory, once the rest was collected. */
export async function readHeap(page: Page): Promise<string> {
  const debug = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  debug.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await debug.send('HeapProfiler.enable');
  for (let round = 0; round < 3; round += 1) await debug.send('HeapProfiler.collectGarbage');
  await debug.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await debug.detach();
  return chunks.join('');
}

async function filesOf(folder: string): Promise<readonly { readonly place: string; readonly bytes: Buffer }[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const isFile = (await lstat(file).catch(() => undefined))?.isFile() === true; // a pipe would never end
      const bytes = isFile ? await readFile(file).catch(() => Buffer.alloc(0)) : Buffer.alloc(0);
      return { place: name, bytes };
    }),
  );
  return files.filter(({ bytes }) => bytes.length > 0);
}
