import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { RunDetails } from '../../../electron/contract/runs.ts';
import type { Core } from '../../../electron/core/create-core.ts';
import { must } from '../../support/must.ts';
import { startTestCore } from '../../support/test-core.ts';
import { parseAnswers, call, openRunFixture, recipe, stallAfter, type RunFixture } from './runs-fixture.ts';

/** Runs a batch file with these bodies to its end. */
async function runBatch(bodies: readonly (readonly [id: string, body: object])[]): Promise<RunFixture> {
  const bed = await openRunFixture({ changes: { kind: 'batch', models: [] } });
  const lines = bodies.map(([id, body]) => JSON.stringify({ custom_id: id, method: 'POST', url: '/v1/chat/completions', body }));
  const file = path.join(bed.folder, 'batch.jsonl');
  await writeFile(file, `${lines.join('\n')}\n`);
  const { runs } = bed.core;
  const source = must(await runs.addSource({ path: file, name: 'batch.jsonl', hasFolder: true, release: async () => undefined }));
  expect(source.detected.format).toBe('openai-batch');
  must(await runs.readTable({ id: bed.id, sourceId: source.id, options: source.detected }, call));
  await bed.finish();
  return bed;
}

test('requests every row, variant and repeat, and reads, sorts, labels and exports the results', async () => {
  const models = [...recipe.models, { id: 'g', model: 'gamma-oss-120b', parameters: { seed: 1, reasoningEffort: 'low' as const } }];
  const bed = await openRunFixture({ rows: 30, changes: { models, repeats: 2 } });
  const { runs } = bed.core;
  const progress: number[] = [];
  bed.core.listen(({ event, payload }) => void (event === 'runs.changed' && progress.push(payload[0]?.progress.done ?? 0)));

  expect(must(await runs.preview({ id: bed.id, row: 2, variantId: 'b.t' }, call))).toMatchObject({
    messages: [{ role: 'user', text: 'Say row 2' }],
    body: { model: 'beta-4-scout', seed: 7, temperature: 0 },
    unknownColumns: [],
  });
  const finished = await bed.finish();
  expect(finished).toMatchObject({ reason: 'complete', progress: { cells: 120, done: 120, failed: 0, inFlight: 0, requests: 120 } });
  expect(finished.progress.completionTokens).toBeGreaterThan(120);
  expect(progress.at(-1)).toBe(120);

  const sort = { column: { kind: 'answer', variantId: 'b.t', repeat: 1 }, isDescending: true } as const;
  const page = must(await runs.page({ id: bed.id, view: { sort, filters: [] }, offset: 0, limit: 2 }, call));
  expect(page.total).toBe(30);
  expect(page.rows.map(({ row }) => row)).toEqual([9, 8]);
  expect(page.rows[0]?.cells.map(({ variantId, repeat, answer }) => [variantId, repeat, answer])).toEqual([
    ['b.t', 1, 'row 9'],
    ['b.t', 2, 'row 9'],
    ['g.t', 1, 'row 9'],
    ['g.t', 2, 'row 9'],
  ]);
  const cell = must(await runs.cell({ id: bed.id, cell: { row: 9, variantId: 'g.t', repeat: 2 } }, call));
  expect(cell).toMatchObject({
    state: 'done',
    answer: 'row 9',
    values: { text: 'row 9' },
    request: { reasoning_effort: 'low' },
    attempts: 1,
  });
  expect(cell.reasoning).not.toBe('');

  const statistics = must(await runs.statistics({ id: bed.id }, call));
  expect(statistics.agreements).toMatchObject([{ first: 'b.t', second: 'g.t', count: 30, agreement: 1 }]);
  const exported = parseAnswers(await bed.exportText('jsonl'));
  expect(exported).toHaveLength(120);
  for (const format of ['csv', 'xlsx', 'markdown', 'batch-output', 'batch-errors'] as const) await bed.exportText(format);
  const opened = must(await runs.openRecipe({ text: await bed.exportText('recipe') }, call));
  expect(opened.recipe).toMatchObject({ models, repeats: 2 });
});

test('requests five rows in a dry run, and only the others in the whole run', async () => {
  const bed = await openRunFixture({ rows: 12 });
  must(await bed.core.runs.dryRun({ id: bed.id }, call));
  expect(await bed.until('draft')).toMatchObject({ reason: 'dry-run', progress: { done: 5, requests: 5 } });
  expect(await bed.finish()).toMatchObject({ progress: { done: 12, requests: 12 } });
});

const numbered = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `row ${index + 1}`);

/** Returns the answers of the first rows, in their order. */
async function answersOf({ runs }: Core, id: string): Promise<readonly unknown[]> {
  const { rows } = must(await runs.page({ id, view: { sort: null, filters: [] }, offset: 0, limit: 12 }, call));
  return rows.flatMap(({ cells }) => cells.filter(({ state }) => state === 'done').map(({ answer }) => answer));
}

test('leaves a draft with the answers so far when a dry run is stopped or ends with the program', async () => {
  const bed = await openRunFixture({ rows: 12, changes: { concurrency: 1 } });
  const release = stallAfter(bed.service.demo, 1);
  must(await bed.core.runs.dryRun({ id: bed.id }, call));
  await bed.untilDone(1);
  const stopped = must(await bed.core.runs.stop({ id: bed.id }, call));
  release();
  expect(stopped).toMatchObject({ state: 'draft', reason: 'dry-run', progress: { inFlight: 0, failed: 0 } });
  expect(stopped.progress.done).toBeLessThan(5);
  expect(await answersOf(bed.core, bed.id)).toEqual(numbered(stopped.progress.done));
  must(await bed.core.runs.change({ id: bed.id, recipe: { ...stopped.recipe, name: 'Still a draft' } }, call));

  stallAfter(bed.service.demo, 1);
  must(await bed.core.runs.dryRun({ id: bed.id }, call));
  const { progress } = await bed.untilDone(stopped.progress.done + 1);
  await bed.core.dispose();
  const again = await startTestCore(bed.folder);
  expect(must(await again.runs.read({ id: bed.id }, call))).toMatchObject({ state: 'draft', reason: 'dry-run', isDryRun: false });
  expect((await answersOf(again, bed.id)).slice(0, progress.done)).toEqual(numbered(progress.done));
});

test('pauses without requests in flight, continues, and exports the same as an undisturbed run', async () => {
  const undisturbed = await openRunFixture({ rows: 60 });
  await undisturbed.finish();

  const bed = await openRunFixture({ rows: 60, changes: { concurrency: 2 } });
  const continueAnswers = stallAfter(bed.service.demo, 10);
  must(await bed.core.runs.start({ id: bed.id }, call));
  await bed.untilDone(10);
  expect(must(await bed.core.runs.pause({ id: bed.id }, call)).state).toBe('paused');
  continueAnswers();
  await expect.poll(async () => (await bed.read()).progress.inFlight).toBe(0);
  const { progress } = await bed.read();
  expect(progress.done).toBeLessThan(60);
  const release = stallAfter(bed.service.demo, 10);
  must(await bed.core.runs.start({ id: bed.id }, call));
  await bed.untilDone(20);
  must(await bed.core.runs.stop({ id: bed.id }, call));
  release();
  expect(await bed.read()).toMatchObject({ state: 'stopped', progress: { inFlight: 0, failed: 0 } });
  await bed.finish();
  expect(parseAnswers(await bed.exportText('jsonl'))).toEqual(parseAnswers(await undisturbed.exportText('jsonl')));
});

test('checks labels, repairs them once, and compares them with the truth', async () => {
  const table = 'text,truth\nyes,yes\n"No.",no\nmaybe,no\n';
  const bed = await openRunFixture({ table, changes: { answer: { kind: 'labels', labels: ['Yes', 'No'] }, truthColumn: 'truth' } });
  const finished = await bed.finish();
  expect(finished.progress).toMatchObject({ done: 2, failed: 1, requests: 4, failures: [{ code: 'bad-answer', count: 1 }] });
  const invalid = must(await bed.core.runs.cell({ id: bed.id, cell: { row: 3, variantId: 'b.t', repeat: 1 } }, call));
  expect(invalid).toMatchObject({ state: 'invalid', failure: { code: 'bad-answer' }, attempts: 2 });
  const { variants } = must(await bed.core.runs.statistics({ id: bed.id }, call));
  expect(variants[0]?.labels).toMatchObject({ count: 2, accuracy: 1 });
});

test('sends a JSON Schema as response_format, checks it, and adds its fields as columns', async () => {
  const schema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };
  const table = 'text\n"{""a"": 1}"\n"{""a"": ""x""}"\n';
  const bed = await openRunFixture({ table, changes: { answer: { kind: 'json', schema } } });
  const finished = await bed.finish();
  expect([finished.fields, finished.progress.done, finished.progress.failed]).toEqual([['a'], 1, 1]);
  const sent = bed.service.demo.requests().filter(({ endpoint }) => endpoint === 'chat');
  expect(sent.every(({ body }) => JSON.stringify(body).includes('"response_format":{"type":"json_schema"'))).toBe(true);
  const page = must(await bed.core.runs.page({ id: bed.id, view: { sort: null, filters: [] }, offset: 0, limit: 5 }, call));
  expect(page.rows[0]?.cells[0]?.fields).toEqual({ a: '1' });
});

test('reads attachments from the folder of the table, and never from outside', async () => {
  const table = 'text,file\nit,note.txt\nthat,../outside.txt\n';
  const bed = await openRunFixture({ table, tableFolder: 'tables', changes: { attachmentColumn: 'file' } });
  await writeFile(path.join(bed.folder, 'tables', 'note.txt'), 'the note');
  await writeFile(path.join(bed.folder, 'outside.txt'), 'secret');
  expect((await bed.finish()).progress).toMatchObject({ done: 1, failed: 1, failures: [{ code: 'invalid-input', count: 1 }] });
  const sent = JSON.stringify(bed.service.demo.requests().map(({ body }) => body));
  expect(sent).toContain('the note');
  expect(sent).not.toContain('secret');
});

test('runs a batch file unchanged, and exports output and error files', async () => {
  const messages = [{ role: 'user', content: 'Say hello' }];
  const bed = await runBatch([
    ['one', { model: 'beta-4-scout', messages }],
    ['two', { model: 'nobody', messages }],
  ]);
  expect((await bed.read()).progress).toMatchObject({ done: 1, failed: 1 });
  expect(JSON.parse(await bed.exportText('batch-output'))).toMatchObject({
    custom_id: 'one',
    response: { status_code: 200, body: { choices: [{ message: { content: 'hello' } }] } },
    error: null,
  });
  expect(JSON.parse(await bed.exportText('batch-errors'))).toMatchObject({ custom_id: 'two', error: { code: 'unknown-model' } });
  expect(await readFile(path.join(bed.folder, 'batch.jsonl'), 'utf8')).toContain('custom_id');
});

test('exports the tool calls of a batch (catches an empty answer in their place)', async () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
  const tools = [{ type: 'function', function: { name: 'weather', description: 'Gives the weather of a city.', parameters } }];
  const messages = [{ role: 'user', content: 'What is the weather in Paris?' }];
  const bed = await runBatch([['one', { model: 'gamma-oss-120b', messages, tools }]]);
  const call = { type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } };
  expect(JSON.parse(await bed.exportText('batch-output'))).toMatchObject({
    response: { body: { choices: [{ message: { content: null, tool_calls: [call] }, finish_reason: 'tool_calls' }] } },
  });
});

test('ends at a limit of rows or tokens, and continues with a higher one', async () => {
  const bed = await openRunFixture({ rows: 30, changes: { limits: { rows: 10, tokens: null, minutes: null } } });
  const finished = await bed.finish();
  expect(finished).toMatchObject({ reason: 'rows', progress: { done: 10, cells: 10 } });
  const continueWith = async (rows: number | null, tokens: number | null): Promise<RunDetails> => {
    must(await bed.core.runs.change({ id: bed.id, recipe: { ...finished.recipe, limits: { rows, tokens, minutes: null } } }, call));
    must(await bed.core.runs.start({ id: bed.id }, call));
    return bed.until('finished');
  };
  expect(await continueWith(null, 1)).toMatchObject({ reason: 'tokens', progress: { done: 10 } });
  expect(await continueWith(20, null)).toMatchObject({ reason: 'rows', progress: { done: 20, cells: 20 } });
  expect(await continueWith(null, 1_000_000)).toMatchObject({ reason: 'complete', progress: { done: 30, requests: 30 } });
});
