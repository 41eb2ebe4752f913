import { mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { openDocument, type DocumentFormat, type ReportInvalid } from '../../../electron/core/shared/stored-document.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface Colour {
  readonly colour: string;
}

async function format(): Promise<DocumentFormat<Colour>> {
  return {
    file: path.join(await temporaryFolder(), 'paint.json'),
    version: 3,
    schema: z.object({ colour: z.string() }),
    migrations: { 1: (data) => ({ paint: data }), 2: (data) => ({ colour: (data as { paint: string }).paint }) },
    initial: { colour: 'white' },
  };
}

/** Writes a document twice. */
async function redThenBlue(): Promise<DocumentFormat<Colour>> {
  const paint = await format();
  const document = await openDocument(paint);
  for (const colour of ['red', 'blue']) await document.write({ colour });
  return paint;
}

async function countsFormat(onInvalid?: ReportInvalid): Promise<DocumentFormat<Readonly<Record<string, number>>>> {
  const file = path.join(await temporaryFolder(), 'counts.json');
  return { file, version: 1, schema: z.record(z.string(), z.int()), initial: {}, onInvalid };
}

describe('a stored document', () => {
  test('is read as it was written', async () => {
    const paint = await format();
    const first = await openDocument(paint);
    expect(first.read()).toEqual({ colour: 'white' });
    expect(await first.write({ colour: 'red' })).toEqual({ ok: true, value: undefined });
    expect((await openDocument(paint)).read()).toEqual({ colour: 'red' });
  });

  test('is readable by its owner only, and so is the previous version', async () => {
    const paint = await format();
    await writeFile(paint.file, JSON.stringify({ version: 3, data: { colour: 'red' } }), { mode: 0o644 });
    const document = await openDocument(paint);
    await document.write({ colour: 'blue' });
    const rights = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8);
    expect([await rights(paint.file), await rights(`${paint.file}.previous`)]).toEqual(['600', '600']);
  });

  test('of each earlier version is migrated, not dropped', async () => {
    const paint = await format();
    await writeFile(paint.file, JSON.stringify({ version: 1, data: 'green' }));
    expect((await openDocument(paint)).read()).toEqual({ colour: 'green' });
    await writeFile(paint.file, JSON.stringify({ version: 2, data: { paint: 'blue' } }));
    expect((await openDocument(paint)).read()).toEqual({ colour: 'blue' });
  });

  test('is set aside if damaged, and the previous version is used', async () => {
    const paint = await redThenBlue();
    await writeFile(paint.file, '{"version": 3, "data": {"colo');
    const again = await openDocument(paint);
    expect(again.read()).toEqual({ colour: 'red' });
    expect(again.problem).toMatchObject({ kind: 'damaged', restored: 'previous' });
    const aside = again.problem?.kind === 'damaged' ? again.problem.setAside : '';
    expect(await readFile(aside, 'utf8')).toBe('{"version": 3, "data": {"colo');
  });

  test('is still there at the next start after it was restored from the previous version', async () => {
    const paint = await redThenBlue();
    await writeFile(paint.file, 'not json');
    await openDocument(paint);
    await rm(`${paint.file}.previous`);
    const again = await openDocument(paint);
    expect([again.read(), again.problem]).toEqual([{ colour: 'red' }, undefined]);
  });

  test('is restored from the previous version if missing, with a notice', async () => {
    const paint = await redThenBlue();
    await rm(paint.file);
    const again = await openDocument(paint);
    expect([again.read(), again.problem]).toEqual([{ colour: 'red' }, { kind: 'missing', file: paint.file }]);
    expect((await openDocument(paint)).problem).toBeUndefined();
  });

  test('starts from the initial value if damaged without a previous version, with a notice', async () => {
    const paint = await format();
    await writeFile(paint.file, 'not json');
    const opened = await openDocument(paint);
    expect(opened.read()).toEqual({ colour: 'white' });
    expect(opened.problem).toMatchObject({ kind: 'damaged', restored: 'initial' });
  });

  test('of a newer program is never overwritten', async () => {
    const paint = await format();
    const newer = JSON.stringify({ version: 9, data: { hue: 12 } });
    await writeFile(paint.file, newer);
    const opened = await openDocument(paint);
    expect(opened.problem).toMatchObject({ kind: 'newer', version: 9 });
    expect(await opened.write({ colour: 'red' })).toMatchObject({ ok: false, failure: { code: 'storage' } });
    expect(await readFile(paint.file, 'utf8')).toBe(newer);
  });

  test('reports a failed write and keeps the old file', async () => {
    const paint = await format();
    const opened = await openDocument(paint);
    await opened.write({ colour: 'red' });
    await mkdir(`${paint.file}.previous`); // a folder in place of the previous version: a real failure, also for root
    expect(await opened.write({ colour: 'blue' })).toMatchObject({ ok: false, failure: { code: 'storage' } });
    expect((await openDocument(paint)).read()).toEqual({ colour: 'red' });
  });

  test('is not saved with a value that couldn’t be read back, and keeps the last file and its previous version', async () => {
    const problems: unknown[] = [];
    const counts = await countsFormat((problem) => problems.push(problem));
    const opened = await openDocument(counts);
    await opened.write({ good: 1 });
    await opened.write({ good: 2 });
    expect(await opened.change((all) => ({ ...all, odd: 1e30 }))).toMatchObject({
      ok: false,
      failure: { reason: 'file-not-saved', params: { file: counts.file, detail: 'odd would be invalid' } },
    });
    expect(problems).toEqual([{ file: counts.file, detail: 'odd would be invalid' }]);
    const again = await openDocument(counts);
    expect([opened.read(), again.read(), again.problem]).toEqual([{ good: 2 }, { good: 2 }, undefined]);
    expect(await readFile(`${counts.file}.previous`, 'utf8')).toContain('"good": 1');
  });

  test('saves valid edits beside and after an invalid one (catches one value that blocks all later changes)', async () => {
    const counts = await countsFormat();
    const opened = await openDocument(counts);
    await Promise.all([
      opened.change((all) => ({ ...all, before: 1 })),
      opened.change((all) => ({ ...all, odd: Number.NaN })),
      opened.change((all) => ({ ...all, beside: 2 })),
    ]);
    expect((await openDocument(counts)).read()).toEqual({ before: 1, beside: 2 });
    expect(await opened.change((all) => ({ ...all, after: 3 }))).toMatchObject({ ok: true });
    const saved = { before: 1, beside: 2, after: 3 };
    expect([opened.read(), (await openDocument(counts)).read()]).toEqual([saved, saved]);
  });

  test('is saved if only its file is valid (catches a field that is undefined in memory and missing on disk)', async () => {
    const file = path.join(await temporaryFolder(), 'paint.json');
    const schema = z.object({ colour: z.string().exactOptional() });
    const opened = await openDocument<{ readonly colour?: string | undefined }>({ file, version: 1, schema, initial: {} });
    expect(await opened.write({ colour: undefined })).toMatchObject({ ok: true });
  });

  test('writes a change that failed with the next one', async () => {
    const counts = await countsFormat();
    const opened = await openDocument(counts);
    await opened.write({ first: 1 });
    await mkdir(`${counts.file}.previous`); // a real failure, also for root
    expect(await opened.change((all) => ({ ...all, second: 2 }))).toMatchObject({ ok: false });
    await rmdir(`${counts.file}.previous`);
    expect(await opened.change((all) => ({ ...all, third: 3 }))).toMatchObject({ ok: true });
    expect((await openDocument(counts)).read()).toEqual({ first: 1, second: 2, third: 3 });
  });

  test('keeps the last of many writes made at once, and leaves no temporary files', async () => {
    const paint = await format();
    const opened = await openDocument(paint);
    await opened.write({ colour: 'red' });
    await Promise.all(Array.from({ length: 50 }, (_, n) => opened.write({ colour: `shade ${n}` })));
    expect((await openDocument(paint)).read()).toEqual({ colour: 'shade 49' });
    expect((await readdir(path.dirname(paint.file))).toSorted()).toEqual(['paint.json', 'paint.json.previous']);
  });
});
