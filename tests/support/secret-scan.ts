import { lstat, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, type Page } from 'playwright/test';
import type { OpenedWindow } from './opened-window.ts';
import type { ProcessWatch } from './process-watch.ts';
import { settingsText } from '../../renderer/settings/text.ts';
import { layoutText } from '../../renderer/layout/text.ts';

/** The places that must not contain a secret after its use. */
export interface ScanTargets {
  readonly window: OpenedWindow;
  /** The folder with all files that Causeway writes. */
  readonly folder: string;
  /** All processes that it has started. */
  readonly processes: ProcessWatch;
}

/** Searches for secrets in files, the page's memory, process arguments and environments, and the report. */
export async function findSecrets(
  secrets: Readonly<Record<string, string>>,
  { window, folder, processes }: ScanTargets,
): Promise<readonly string[]> {
  await processes.look();
  const places: { readonly place: string; readonly bytes: Buffer }[] = [
    { place: 'the memory of the page', bytes: Buffer.from(await readHeap(window.page)) },
    ...(await filesOf(folder)),
    ...processes.seen().map((text) => ({ place: 'a process', bytes: Buffer.from(text) })),
    ...Object.entries(unzipSync(await saveDiagnostics(window))).map(([name, bytes]) => ({
      place: `the support bundle, ${name}`,
      bytes: Buffer.from(bytes),
    })),
  ];
  // The system's ssh asks its questions there.
  for (const socketFolder of new Set(processes.seen().flatMap((text) => text.match(/\/[^\0\s]*\/cw-ssh-\w+/g) ?? []))) {
    places.push(...(await filesOf(socketFolder)));
  }
  return places.flatMap(({ place, bytes }) =>
    Object.entries(secrets).flatMap(([name, secret]) => (bytes.includes(secret) ? [`${name} in ${place}`] : [])),
  );
}

/** Returns the content of a report, as the user saves it. */
async function saveDiagnostics({ dialogs, page }: OpenedWindow): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-report-'));
  const file = path.join(folder, 'diagnostics.zip');
  try {
    await dialogs.answer({ file });
    await page
      .getByRole('navigation', { name: layoutText.sections.label })
      .getByRole('button', { name: layoutText.sections.settings })
      .click();
    await page.getByRole('button', { name: settingsText.about.saveSupportBundle }).click();
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

/** Returns a snapshot of the page's memory after a garbage collection. */
async function readHeap(page: Page): Promise<string> {
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
      const isFile = (await lstat(file).catch(() => undefined))?.isFile() === true; // reading a pipe would never end
      const bytes = isFile ? await readFile(file).catch(() => Buffer.alloc(0)) : Buffer.alloc(0);
      return { place: name, bytes };
    }),
  );
  return files.filter(({ bytes }) => bytes.length > 0);
}
