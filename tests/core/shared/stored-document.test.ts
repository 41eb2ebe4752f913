import { mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  openDocument,
  type DocumentFormat,
  type ReportInvalid,
  type StoredDocument,
} from '../../../electron/core/shared/stored-document.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

interface Colour {
  readonly colour: string;
}

async function format(): Promise<DocumentFormat<Colour>> {
  return {
    file: path.join(await temporaryFolder(), 'paint.json'),
    version: 3,
    schema: z.object({ colour: z.string() }),
    migrations: {
      1: (data) => ({ paint: data }),
      2: (data) => ({ colour: (data as { paint: string }).paint }),
    },
    initial: { colour: 'white' },
  };
}

async function countsFormat(onInvalid?: ReportInvalid): Promise<DocumentFormat<Readonly<Record<string, number>>>> {
  const file = path.join(await temporaryFolder(), 'counts.json');
  return { file, version: 1, schema: z.record(z.string(), z.int()), migrations: {}, initial: {}, onInvalid };
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
    const paint = await format();
    const first = await openDocument(paint);
    await first.write({ colour: 'red' });
    await first.write({ colour: 'blue' });
    await writeFile(paint.file, '{"version": 3, "data": {"colo');
    const again = await openDocument(paint);
    expect(again.read()).toEqual({ colour: 'red' });
    expect(again.problem).toMatchObject({ kind: 'damaged', restored: 'previous' });
    const aside = again.problem?.kind === 'damaged' ? again.problem.setAside : '';
    expect(await readFile(aside, 'utf8')).toBe('{"version": 3, "data": {"colo');
  });

  test('is still there at the next start after it was restored from the previous version', async () => {
    const paint = await format();
    const first = await openDocument(paint);
    await first.write({ colour: 'red' });
    await first.write({ colour: 'blue' });
    await writeFile(paint.file, 'not json');
    await openDocument(paint);
    await rm(`${paint.file}.previous`);
    const again = await openDocument(paint);
    expect([again.read(), again.problem]).toEqual([{ colour: 'red' }, undefined]);
  });

  test('is restored from the previous version if missing, with a notice', async () => {
    const paint = await format();
    const first = await openDocument(paint);
    await first.write({ colour: 'red' });
    await first.write({ colour: 'blue' });
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
      failure: { reason: 'document-not-saved', params: { file: counts.file, detail: 'odd would be invalid' } },
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
    const opened = await openDocument<{ readonly colour?: string | undefined }>({ file, version: 1, schema, migrations: {}, initial: {} });
    expect(await opened.write({ colour: undefined })).toMatchObject({ ok: true });
  });

  test('saves many failed edits later, over the changes of another process, without keeping each of them', async () => {
    const file = path.join(await temporaryFolder(), 'drafts.json');
    const drafts = { file, version: 1, schema: z.record(z.string(), z.string()), migrations: {}, initial: {} };
    const [ours, other] = [await openDocument<Record<string, string>>(drafts), await openDocument<Record<string, string>>(drafts)];
    await ours.write({ old: 'removed later', kept: 'as it is' });
    await rm(`${file}.previous`, { force: true });
    await mkdir(`${file}.previous`); // a real failure, also for root
    let edits = 0;
    const put = (key: string, text: string) =>
      ours.change((all) => {
        edits += 1;
        return { ...all, [key]: text };
      });
    await ours.change((all) => Object.fromEntries(Object.entries(all).filter(([key]) => key !== 'old')));
    for (let n = 0; n < 100; n += 1) expect(await put('typed', `text ${n}`)).toMatchObject({ ok: false });
    await rmdir(`${file}.previous`);
    await other.refresh();
    await other.change((all) => ({ ...all, theirs: 'new' }));

    edits = 0;
    expect(await put('typed', 'the end')).toMatchObject({ ok: true });
    expect(edits).toBeLessThan(100);
    const saved = { kept: 'as it is', theirs: 'new', typed: 'the end' };
    expect([ours.read(), (await openDocument(drafts)).read()]).toEqual([saved, saved]);
  });

  test('of a newer program keeps only the last of the edits that it can’t save', async () => {
    const paint = await format();
    await writeFile(paint.file, JSON.stringify({ version: 9, data: { hue: 12 } }));
    const opened = await openDocument(paint);
    const attempt = async (colour: string): Promise<WeakRef<Colour>> => {
      const next = { colour };
      expect(await opened.write(next)).toMatchObject({ ok: false, failure: { reason: 'document-read-only' } });
      return new WeakRef(next);
    };
    const refs = [await attempt('red'), await attempt('blue'), await attempt('green')];
    await eventually(() => {
      collectGarbage();
      expect(refs.map((ref) => ref.deref()?.colour)).toEqual([undefined, undefined, 'green']);
    });
    expect(opened.read()).toEqual({ colour: 'green' });
  });

  test('keeps the last of many writes made at once, and leaves no temporary files', async () => {
    const paint = await format();
    const opened = await openDocument(paint);
    await opened.write({ colour: 'red' });
    await Promise.all(Array.from({ length: 50 }, (_, n) => opened.write({ colour: `shade ${n}` })));
    expect((await openDocument(paint)).read()).toEqual({ colour: 'shade 49' });
    expect((await readdir(path.dirname(paint.file))).toSorted()).toEqual(['.lock', 'paint.json', 'paint.json.previous']);
  });

  test('keeps the changes of several processes made at once', async () => {
    const file = path.join(await temporaryFolder(), 'counts.json');
    const counts = { file, version: 1, schema: z.record(z.string(), z.number()), migrations: {}, initial: {} };
    const [one, other] = [await openDocument(counts), await openDocument(counts)];
    const add = (document: StoredDocument<Record<string, number>>, name: string) =>
      document.change((all) => ({ ...all, [name]: (all[name] ?? 0) + 1 }));
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => [add(one, 'both'), add(other, 'both'), add(n % 2 ? one : other, `own ${n}`)]).flat(),
    );
    await Promise.all([one.refresh(), other.refresh()]);
    expect(one.read()).toEqual(other.read());
    expect(one.read()).toMatchObject({ both: 40, 'own 0': 1, 'own 19': 1 });
  });

  test('reads what another process has written when refreshed', async () => {
    const paint = await format();
    const [one, other] = [await openDocument(paint), await openDocument(paint)];
    await other.write({ colour: 'red' });
    expect(one.read()).toEqual({ colour: 'white' });
    expect([await one.refresh(), one.read(), await one.refresh()]).toEqual([true, { colour: 'red' }, false]);
  });

  test('is not overwritten if a newer program has written it meanwhile', async () => {
    const paint = await format();
    const document = await openDocument(paint);
    await document.write({ colour: 'red' });
    const newer = JSON.stringify({ version: 9, data: { hue: 12 } });
    await writeFile(paint.file, newer);
    expect(await document.write({ colour: 'blue' })).toMatchObject({ ok: false, failure: { code: 'storage' } });
    expect(await readFile(paint.file, 'utf8')).toBe(newer);
  });
});
