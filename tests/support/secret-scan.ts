import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright/test';
import type { Core } from '../../electron/core/create-core.ts';
import type { ProcessWatch } from './process-watch.ts';

/** Where no secret may be, once it was used. */
export interface ScanPlaces {
  readonly core: Core;
  readonly page: Page;
  /** All that Causeway writes. */
  readonly folder: string;
  /** Every process it has started. */
  readonly processes: ProcessWatch;
}

/** Looks for secrets in files, the page's memory, the words and surroundings of processes, and what would be sent with a report. */
export async function findSecrets(
  secrets: Readonly<Record<string, string>>,
  { core, page, folder, processes }: ScanPlaces,
): Promise<readonly string[]> {
  await processes.look();
  const places: { readonly place: string; readonly bytes: Buffer }[] = [
    { place: 'the memory of the page', bytes: Buffer.from(await heapOf(page)) },
    ...(await filesOf(folder)),
    ...processes.seen().map((words) => ({ place: 'a process', bytes: Buffer.from(words) })),
    ...Object.entries(unzipSync(await core.bundleDiagnostics({}))).map(([name, bytes]) => ({
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

/** Everything that is alive in the page's memory, once the rest was collected. */
export async function heapOf(page: Page): Promise<string> {
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
