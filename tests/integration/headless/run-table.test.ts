import { link, readFile, symlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { madePng } from '../../support/made-images.ts';
import { recipe } from '../runs/runs-fixture.ts';
import { prepareRun } from './run-table-fixture.ts';

test('--run requests every row once, writes the results, and reports failed rows by its exit code', async () => {
  const models = [...recipe.models, { id: 'n', model: 'nobody', parameters: {} }];
  const { startRun, countRequests, readResults } = await prepareRun(20, { models });

  const first = startRun();
  expect(await first.ended).toBe(65);
  const facts = { state: 'finished', cells: 40, done: 20, failed: 20, failures: [{ code: 'unknown-model', count: 20 }] };
  expect(await first.line('run')).toMatchObject(facts);
  const lines = await readResults();
  expect(lines.filter(({ state }) => state === 'done').map(({ answer }) => answer)).toContain('row 20');
  expect([lines.length, countRequests()]).toEqual([40, 20]);

  const second = startRun();
  expect(await second.ended).toBe(65);
  expect(await second.line('run')).toMatchObject(facts);
  expect(countRequests()).toBe(20);
});

test('--run sends the images that a column names, and says before the first request that a model doesn’t see', async () => {
  const table = 'text,file\nWhat is it?,figure.png\nAnd this?,a note.txt\n';
  const changes = { attachmentColumn: 'file', templates: [{ id: 't', name: 'T', system: '', user: '{{text}}' }] };
  const seeing = await prepareRun(table, changes);
  await writeFile(seeing.at('figure.png'), madePng(60, 40, { color: [0, 128, 0] }));
  await writeFile(seeing.at('a note.txt'), 'the note');
  expect(await seeing.startRun().ended).toBe(0);
  const [first, second] = await seeing.readResults();
  expect(first?.answer).toContain('PNG image with 60 × 40 pixels. It’s mainly **green**.');
  expect(second?.state).toBe('done');

  const notSeeing = await prepareRun(table, { ...changes, models: [{ id: 'g', model: 'gamma-oss-120b', parameters: {} }] });
  await writeFile(notSeeing.at('figure.png'), madePng(60, 40));
  const run = notSeeing.startRun();
  expect(await run.ended).not.toBe(0);
  expect(await run.line('failure')).toMatchObject({ reason: 'run-model-sees-no-images' });
  expect(notSeeing.countRequests()).toBe(0);
});

// catches a table that is replaced by the rows that were answered so far
test('--run refuses to write its results over the table or the recipe, by any name', async () => {
  const { at, demo, startRun, countRequests } = await prepareRun(1, {});
  await symlink(at('rows.csv'), at('linked.csv'));
  await link(at('recipe.json'), at('linked.jsonl'));
  for (const out of ['rows.csv', 'linked.csv', 'linked.jsonl']) {
    const { ended, line } = startRun(demo.token, out);
    expect(await ended).toBe(78);
    expect(await line('failure')).toMatchObject({ reason: 'run-output-is-input' });
  }
  expect(await readFile(at('rows.csv'), 'utf8')).toBe('text\nrow 1\n');
  expect(countRequests()).toBe(0);
});

test('--run reports problems of the table, and ends with 65 if rows are missing, also when it continues (catches lost rows and exit code 0)', async () => {
  const surplus = 'row,surplus\n'.repeat(11);
  const { startRun, countRequests } = await prepareRun(`text\nrow 1\n${surplus}row 2\n`, {});
  for (let time = 0; time < 2; time += 1) {
    const { ended, line } = startRun();
    expect(await ended).toBe(65);
    const problem = { kind: 'too-many-fields', line: 3, message: 'Line 3 has 2 values instead of 1, so it was skipped.', losesRows: true };
    const problems = await line('table-problems');
    expect(problems).toMatchObject({ count: 11, isIncomplete: true, problems: Array.from({ length: 10 }, () => ({ kind: problem.kind })) });
    expect((problems['problems'] as readonly unknown[])[0]).toEqual(problem);
    expect(await line('run')).toMatchObject({ state: 'finished', done: 2, failed: 0, isTableIncomplete: true });
  }
  expect(countRequests()).toBe(2);
});

test('--run with problems that only changed values reports them and ends with 0', async () => {
  const { startRun, readResults } = await prepareRun('text,note\nrow 1\n', {});
  const run = startRun();
  expect(await run.ended).toBe(0);
  expect(await run.line('table-problems')).toMatchObject({ count: 1, isIncomplete: false, problems: [{ kind: 'too-few-fields' }] });
  expect((await readResults()).map(({ answer }) => answer)).toEqual(['row 1']);
});

test('--run reads UTF-8 with a recipe for Windows-1252, and keeps its other options (catches “GrÃ¶ÃŸe”)', async () => {
  const data = { fileName: 'old.csv', format: 'csv', encoding: 'windows-1252', delimiter: ';', hasHeader: true, sheet: null } as const;
  const { startRun, readResults } = await prepareRun('text;n\nGröße, Länge;1\n', { data });
  expect(await startRun().ended).toBe(0);
  expect((await readResults()).map(({ answer }) => answer)).toEqual(['Größe, Länge']);
});

test('--run warns of placeholders that are no columns, and sends them as written', async () => {
  const templates = [{ id: 't', name: 'T', system: '', user: 'Say {{Text}} and {{text}}' }];
  const { startRun, readResults } = await prepareRun(1, { templates });
  const run = startRun();
  expect(await run.ended).toBe(0);
  const message = '{{Text}} isn’t a column of the table and will be sent as written. Its columns are text.';
  expect(run.lines.filter(({ event }) => event === 'unknown-columns')).toMatchObject([{ names: ['Text'], columns: ['text'], message }]);
  expect((await readResults()).map(({ answer }) => answer)).toEqual(['{{Text}} and row 1']);
});
