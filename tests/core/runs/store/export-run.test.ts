import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Recipe } from '../../../../electron/contract/run-recipe.ts';
import type { NewResult } from '../../../../electron/core/runs/store/results.ts';
import { must } from '../../../support/must.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { control, openTestStore, recipe, result } from './open-test-store.ts';

/** Opens a run with one row and one answer, and a folder with an older export of it. */
async function openExport() {
  const folder = await temporaryFolder();
  const opened = await openTestStore(await temporaryFolder(), [['pear', 1]]);
  must(
    opened.store.saveResults({
      id: 'run',
      requests: 1,
      refused: 0,
      tokens: 0,
      runningMs: 5,
      results: [result(1, 0, 'good', { fields: {} })],
    }),
  );
  const file = path.join(folder, 'out.jsonl');
  await writeFile(file, 'old');
  const target = { id: 'run', format: 'jsonl', file } as const;
  return { ...opened, target, read: async () => [await readdir(folder), await readFile(file, 'utf8')] };
}

interface BatchResponse {
  readonly model: string;
  readonly object: string;
  readonly choices: readonly unknown[];
}

/** Exports an answer to a row with a body as the output file of a batch. Returns the body of its response. */
async function exportResponse(
  body: string,
  changes: Partial<Recipe>,
  detail: Partial<NewResult['detail']> = {},
  url = '',
): Promise<BatchResponse> {
  const folder = await temporaryFolder();
  const { store } = await openTestStore(folder, []);
  const table = path.join(folder, 'bodies.csv');
  await writeFile(table, `text,body,url\npear,"${body.replaceAll('"', '""')}",${url}\n`);
  const options = { format: 'csv', encoding: 'utf-8', delimiter: ',', hasHeader: true, sheet: null } as const;
  must(await store.importTable({ id: 'run', path: table, fileName: 'bodies.csv', folder, options }, control));
  must(store.changeRecipe({ id: 'run', recipe: { ...recipe, repeats: 1, ...changes }, dropsResults: true }));
  const saved = result(1, 0, 'good');
  const results = [{ ...saved, detail: { ...saved.detail, ...detail } }];
  must(store.saveResults({ id: 'run', requests: 1, refused: 0, tokens: 0, runningMs: 5, results }));
  const file = path.join(folder, 'out.jsonl');
  must(await store.exportTo({ id: 'run', format: 'batch-output', file }, control));
  return (JSON.parse(await readFile(file, 'utf8')) as { readonly response: { readonly body: BatchResponse } }).response.body;
}

describe('exportRun', () => {
  it('exports a recipe without the profile (catches the name of a profile in a shared file)', async () => {
    const { store, target, read } = await openExport();
    const provenance = { serviceHost: 'example.org', profile: { id: 'lab', name: 'My lab' }, causewayVersion: '1', models: [] };
    must(store.change({ id: 'run', change: { provenance } }));
    must(await store.exportTo({ ...target, format: 'recipe' }, control));
    const [, text] = await read();
    expect(text).toContain('example.org');
    expect(text).not.toContain('lab');
  });

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
    expect((await exportResponse('plain text', {})).model).toBe('beta-4-scout');
  });

  it('takes the model of a batch from its row, if it names one', async () => {
    const batch = { kind: 'batch', models: [] } as const;
    expect((await exportResponse('{"model": "gamma-oss-120b"}', batch)).model).toBe('gamma-oss-120b');
    for (const body of ['plain text', 'null', '[]', '{"model": 1}']) expect((await exportResponse(body, batch)).model).toBe('');
  });

  it('writes the response of a batch in the service’s format (catches our own names of finish reasons)', async () => {
    const reasons = { stop: 'stop', length: 'length', filtered: 'content_filter', 'tool-calls': 'tool_calls', other: 'stop' };
    for (const [finish, reason] of Object.entries(reasons)) {
      const { object, choices } = await exportResponse('{}', {}, { finish });
      expect([object, choices]).toMatchObject(['chat.completion', [{ message: { content: 'good' }, finish_reason: reason }]]);
    }
  });

  it('writes text completions as such (catches the response of a chat for a completion)', async () => {
    const expected = { object: 'text_completion', choices: [{ index: 0, text: 'good', finish_reason: 'length', logprobs: null }] };
    const batch = { kind: 'batch', models: [] } as const;
    expect(await exportResponse('{}', batch, { finish: 'length' }, '/v1/completions')).toMatchObject(expected);
    expect(await exportResponse('', { kind: 'text' }, { finish: 'length' })).toMatchObject(expected);
    expect((await exportResponse('{}', batch, {}, '/v1/chat/completions')).object).toBe('chat.completion');
  });
});
