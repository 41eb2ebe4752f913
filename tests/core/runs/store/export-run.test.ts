import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Recipe } from '../../../../electron/contract/run-recipe.ts';
import type { Token } from '../../../../electron/contract/tokens.ts';
import type { NewResult } from '../../../../electron/core/runs/store/results.ts';
import { must } from '../../../support/must.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { control, openTestStore, recipe, result } from './open-test-store.ts';

/** Opens a run with one row and one answer, and a folder with an older export of it. */
async function openExport() {
  const folder = await temporaryFolder();
  const opened = await openTestStore(await temporaryFolder(), [['pear', 1]]);
  opened.save([result(1, 0, 'good', { fields: {} })]);
  const file = path.join(folder, 'out.jsonl');
  await writeFile(file, 'old');
  const target = { id: 'run', format: 'jsonl', file } as const;
  return { ...opened, target, read: async () => [await readdir(folder), await readFile(file, 'utf8')] };
}

interface BatchResponse {
  readonly model: string;
  readonly object: string;
  readonly choices: readonly unknown[];
  readonly usage: unknown;
}

const tokens: readonly Token[] = [
  {
    text: 'go',
    logprob: -0.5,
    alternatives: [
      { text: 'go', logprob: -0.5 },
      { text: '\u{1f600}', logprob: -1 },
    ],
    kind: 'content',
  },
  {
    text: '\u{fffd}',
    bytes: [240, 159],
    logprob: -9,
    alternatives: [
      { text: 'x', logprob: -0.1 },
      { text: '\u{fffd}', logprob: -9 },
    ],
    isUnlisted: true,
    kind: 'content',
  },
  { text: 'od', logprob: null, alternatives: [], kind: 'content' },
];

/** Exports an answer to a row with a body as the output file of a batch. Returns the body of its response. */
async function exportResponse(
  body: string,
  changes: Partial<Recipe>,
  detail: Partial<NewResult['detail']> = {},
  url = '',
): Promise<BatchResponse> {
  const folder = await temporaryFolder();
  const { store, save } = await openTestStore(folder, []);
  const table = path.join(folder, 'bodies.csv');
  await writeFile(table, `text,body,url\npear,"${body.replaceAll('"', '""')}",${url}\n`);
  const options = { format: 'csv', encoding: 'utf-8', delimiter: ',', hasHeader: true, sheet: null } as const;
  must(await store.importTable({ id: 'run', path: table, fileName: 'bodies.csv', folder, options }, control));
  must(store.changeRecipe({ id: 'run', recipe: { ...recipe, repeats: 1, ...changes }, dropsResults: true }));
  const saved = result(1, 0, 'good');
  save([{ ...saved, detail: { ...saved.detail, ...detail } }]);
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

  it('writes invalid answers to the error file of a batch, with their response', async () => {
    const { store, save, target, read } = await openExport();
    save([result(1, 1, 'bad', { state: 'invalid' })]);
    must(await store.exportTo({ ...target, format: 'batch-errors' }, control));
    expect(JSON.parse((await read())[1] as string)).toMatchObject({
      custom_id: 'row-2.a.t.2',
      response: { status_code: 200, body: { choices: [{ message: { content: 'bad' } }] } },
      error: { code: 'service-error' },
    });
  });

  it('replaces an older export', async () => {
    const { store, target, read } = await openExport();
    must(await store.exportTo(target, control));
    expect(await read()).toEqual([['out.jsonl'], expect.stringContaining('"answer":"good"')]);
  });

  it('keeps the old file when an export fails (catches a truncated export under the final name)', async () => {
    const { store, db, target, read } = await openExport();
    db.run("UPDATE result SET fields = '{'");
    expect(await store.exportTo(target, control)).toMatchObject({ ok: false, failure: { reason: 'export-not-written' } });
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

  it('writes the log probabilities of a chat (catches a batch that asked for them and gets none)', async () => {
    const { choices } = await exportResponse('{}', {}, { logprobs: tokens });
    const content = [
      {
        token: 'go',
        logprob: -0.5,
        bytes: [103, 111],
        top_logprobs: [
          { token: 'go', logprob: -0.5, bytes: [103, 111] },
          { token: '\u{1f600}', logprob: -1, bytes: [240, 159, 152, 128] },
        ],
      },
      { token: '\u{fffd}', logprob: -9, bytes: [240, 159], top_logprobs: [{ token: 'x', logprob: -0.1, bytes: [120] }] },
      { token: 'od', logprob: null, bytes: [111, 100], top_logprobs: [] },
    ];
    expect(choices).toMatchObject([{ logprobs: { content, refusal: null } }]);
    expect((await exportResponse('{}', {})).choices).toMatchObject([{ logprobs: null }]);
  });

  it('writes the log probabilities of a text completion', async () => {
    const { choices } = await exportResponse('', { kind: 'text' }, { logprobs: tokens });
    const logprobs = {
      tokens: ['go', '\u{fffd}', 'od'],
      token_logprobs: [-0.5, -9, null],
      top_logprobs: [{ go: -0.5, '\u{1f600}': -1 }, { x: -0.1, '\u{fffd}': -9 }, null],
      text_offset: [0, 2, 3],
    };
    expect(choices).toMatchObject([{ logprobs }]);
  });

  it('writes only known numbers of tokens (catches a zero for tokens that were not counted)', async () => {
    const usage = { promptTokens: 3, completionTokens: null, totalTokens: null, reasoningTokens: null, cachedTokens: null };
    const usageOf = async (detail: Partial<NewResult['detail']>) => (await exportResponse('{}', {}, detail)).usage;
    expect(await usageOf({})).toEqual({ prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 });
    expect(await usageOf({ usage })).toEqual({ prompt_tokens: 3, completion_tokens: null, total_tokens: null });
    expect(await usageOf({ usage: null })).toBeNull();
  });

  it('writes the detail of each of many answers (catches details that are missing or of other cells)', async () => {
    const folder = await temporaryFolder();
    const { store, save } = await openTestStore(
      folder,
      Array.from({ length: 30 }, (_, index) => [`row ${index + 1}`, 1]),
    );
    const slots = Array.from({ length: 120 }, (_, index) => [Math.floor(index / 4) + 1, index % 4] as const).filter(
      (_, index) => index % 7 !== 0,
    );
    const results = slots.map(([row, slot]) => {
      const answer = `${row} ${slot}`;
      return result(row, slot, answer, { detail: { ...result(row, slot, answer).detail, reasoning: answer } });
    });
    save(results);
    const file = path.join(folder, 'out.jsonl');
    must(await store.exportTo({ id: 'run', format: 'jsonl', file }, control));
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    const written = lines.map((line) => JSON.parse(line) as { readonly answer: string; readonly reasoning: string });
    expect(written.map(({ answer, reasoning }) => [answer, reasoning])).toEqual(results.map(({ answer }) => [answer, answer]));
  });

  it('tells how an answer came about (catches one that was cut off among the others)', async () => {
    const { store, save, target, read } = await openExport();
    const saved = result(1, 1, 'cut');
    const detail = { ...saved.detail, finish: 'length', isRepaired: true, attempts: 2, notes: ['A note.'] };
    save([{ ...saved, detail }]);
    must(await store.exportTo(target, control));
    const lines = String((await read())[1])
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { answer: 'good', finish: 'stop', repaired: false, attempts: 1, notes: [] },
      { answer: 'cut', finish: 'length', repaired: true, attempts: 2, notes: ['A note.'] },
    ]);
  });
});
