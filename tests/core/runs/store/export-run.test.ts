import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Recipe } from '../../../../electron/contract/run-recipe.ts';
import { must } from '../../../support/must.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { control, openTestStore, recipe, result } from './open-test-store.ts';

/** Opens a run with one row and one answer, and a folder with an older export of it. */
async function openExport() {
  const folder = await temporaryFolder();
  const opened = await openTestStore(await temporaryFolder(), [['pear', 1]]);
  must(opened.store.saveResults({ id: 'run', requests: 1, refused: 0, runningMs: 5, results: [result(1, 0, 'good', { fields: {} })] }));
  const file = path.join(folder, 'out.jsonl');
  await writeFile(file, 'old');
  const target = { id: 'run', format: 'jsonl', file } as const;
  return { ...opened, target, read: async () => [await readdir(folder), await readFile(file, 'utf8')] };
}

/** Exports the answers to a table with a column `body` as the output file of a batch. Returns their models. */
async function exportModels(body: string, changes: Partial<Recipe>): Promise<readonly string[]> {
  const folder = await temporaryFolder();
  const { store } = await openTestStore(folder, []);
  const table = path.join(folder, 'bodies.csv');
  await writeFile(table, `text,body\npear,"${body.replaceAll('"', '""')}"\n`);
  const options = { format: 'csv', encoding: 'utf-8', delimiter: ',', hasHeader: true, sheet: null } as const;
  must(await store.importTable({ id: 'run', path: table, fileName: 'bodies.csv', folder, options }, control));
  must(store.changeRecipe({ id: 'run', recipe: { ...recipe, repeats: 1, ...changes }, dropsResults: true }));
  must(store.saveResults({ id: 'run', requests: 1, refused: 0, runningMs: 5, results: [result(1, 0, 'good')] }));
  const file = path.join(folder, 'out.jsonl');
  must(await store.exportTo({ id: 'run', format: 'batch-output', file }, control));
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return lines.map(
    (line) => (JSON.parse(line) as { readonly response: { readonly body: { readonly model: string } } }).response.body.model,
  );
}

describe('exportRun', () => {
  it('replaces an older export', async () => {
    const { store, target, read } = await openExport();
    must(await store.exportTo(target, control));
    expect(await read()).toEqual([['out.jsonl'], expect.stringContaining('"answer":"good"')]);
  });

  it('keeps the old file when an export fails (catches a truncated export under the final name)', async () => {
    const { store, db, target, read } = await openExport();
    db.run("UPDATE result SET fields = '{'");
    expect(await store.exportTo(target, control)).toMatchObject({ ok: false, failure: { reason: 'run-not-exported' } });
    expect(await read()).toEqual([['out.jsonl'], 'old']);
  });

  it('keeps the old file when an export is cancelled (catches a truncated export under the final name)', async () => {
    const { store, target, read } = await openExport();
    const aborting = new AbortController();
    const exported = store.exportTo(target, { ...control, signal: aborting.signal });
    aborting.abort();
    expect(await exported).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(await read()).toEqual([['out.jsonl'], 'old']);
  });

  it.skipIf(process.platform === 'win32')('writes to a pipe (catches /dev/stdout replaced by a file)', async () => {
    const { store, target } = await openExport();
    const file = `${target.file}.pipe`;
    execFileSync('mkfifo', [file]);
    const [content] = await Promise.all([readFile(file, 'utf8'), store.exportTo({ ...target, file }, control).then(must)]);
    expect(content).toContain('"answer":"good"');
  });

  it('writes a batch of a table with any text in a column “body” (catches an export that fails at the first row)', async () => {
    expect(await exportModels('plain text', {})).toEqual(['beta-4-scout']);
  });

  it('takes the model of a batch from its row, if it names one', async () => {
    const batch = { kind: 'batch', models: [] } as const;
    expect(await exportModels('{"model": "gamma-oss-120b"}', batch)).toEqual(['gamma-oss-120b']);
    for (const body of ['plain text', 'null', '[]', '{"model": 1}']) expect(await exportModels(body, batch)).toEqual(['']);
  });
});
