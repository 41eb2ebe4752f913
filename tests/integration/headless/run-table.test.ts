import { link, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Recipe } from '../../../electron/contract/run-recipe.ts';
import { model as findDemoModel } from '../../core/demo/engine-fixture.ts';
import { madePng } from '../../support/made-images.ts';
import { startRelay } from '../../support/relay.ts';
import { recipe } from '../runs/runs-fixture.ts';
import { place, start } from './headless-fixture.ts';

interface Line {
  readonly answer: string;
  readonly state: string;
}

const numbered = (rows: number): readonly string[] => Array.from({ length: rows }, (_, index) => `row ${index + 1}`);

/** Writes a recipe and a table for a service. The table has numbered rows or the given text. */
async function prepareRun(rows: number | string, changes: Partial<Recipe>) {
  const { demo, folder, words } = await place('proxy');
  const at = (name: string): string => path.join(folder, name);
  await writeFile(at('recipe.json'), JSON.stringify({ ...recipe, ...changes }));
  await writeFile(at('rows.csv'), typeof rows === 'string' ? rows : `text\n${numbered(rows).join('\n')}\n`);
  const flags = [...words, '--token-env', 'TOKEN', '--run', at('recipe.json'), '--rows', at('rows.csv')];
  return {
    at,
    demo,
    profileFile: at('lab.causeway.json'),
    startCheck: () => start([...words, '--token-env', 'TOKEN', '--check'], { TOKEN: demo.token }),
    startRun: (token = demo.token, out = 'results.jsonl') => start([...flags, '--out', at(out)], { TOKEN: token }),
    countRequests: () => demo.requests().filter(({ endpoint }) => endpoint === 'chat').length,
    /** Counts the results on disk. */
    countSaved: async () => {
      const file = (await readdir(folder, { recursive: true })).find((name) => path.basename(name) === 'runs.db') ?? '';
      const db = new DatabaseSync(at(file), { readOnly: true });
      const found = db.prepare('SELECT count(*) AS count FROM result').get();
      db.close();
      return found?.['count'];
    },
    readResults: async () =>
      (await readFile(at('results.jsonl'), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Line), // written by the export
  };
}

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

  const blind = await prepareRun(table, { ...changes, models: [{ id: 'g', model: 'gamma-oss-120b', parameters: {} }] });
  const run = blind.startRun();
  expect(await run.ended).not.toBe(0);
  expect(await run.line('failure')).toMatchObject({ reason: 'run-model-sees-no-images' });
  expect(blind.countRequests()).toBe(0);
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

test('--run after a kill requests only rows without a result', async () => {
  const { demo, startRun, countRequests, countSaved, readResults } = await prepareRun(60, { concurrency: 2 });
  // ten are answered, and all others wait
  demo.fault({ kind: 'slow-first-byte', ms: 1, endpoint: 'chat', count: 10 });
  const slow = demo.fault({ kind: 'slow-first-byte', ms: 600_000, endpoint: 'chat' });
  const first = startRun();
  await expect.poll(countRequests).toBe(12);
  await expect.poll(countSaved).toBe(10);
  first.child.kill('SIGKILL');
  await first.ended;
  slow();
  expect(await startRun().ended).toBe(0);
  expect((await readResults()).map(({ answer }) => answer)).toEqual(numbered(60));
  expect(countRequests()).toBe(60 + 2); // the requests in flight were repeated
});

test('--run continues when the computer wakes up and its connections are lost', async () => {
  const { demo, profileFile, startRun, countRequests, readResults } = await prepareRun(30, { concurrency: 8 });
  const { port } = new URL(demo.baseUrl);
  const relay = await startRelay(Number(port));
  onTestFinished(relay.close);
  await writeFile(profileFile, (await readFile(profileFile, 'utf8')).replaceAll(`localhost:${port}`, `localhost:${relay.port}`));
  demo.fault({ kind: 'stall', after: 1, endpoint: 'chat', count: 8 });
  const run = startRun();
  await expect.poll(countRequests).toBe(8);
  run.child.kill('SIGSTOP');
  relay.cut();
  await delay(3000);
  run.child.kill('SIGCONT');
  expect(await run.ended).toBe(0);
  expect((await readResults()).map(({ answer }) => answer)).toEqual(numbered(30));
  expect(countRequests()).toBe(30 + 8);
});

test('--run whose token is rejected ends with 77, writes the results so far, and continues later', async () => {
  const { demo, startRun, countRequests, countSaved, readResults } = await prepareRun(4, { concurrency: 1 });
  // the token expires during the third request
  demo.fault({ kind: 'stall', after: 0, ms: 1, endpoint: 'chat', count: 2 });
  const stalled = demo.fault({ kind: 'stall', after: 0, endpoint: 'chat' });
  const rejected = startRun();
  await expect.poll(countRequests).toBe(3);
  await expect.poll(countSaved).toBe(2);
  const expired = demo.fault({ kind: 'status', status: 401, endpoint: 'chat' });
  stalled();
  expect(await rejected.ended).toBe(77);
  expect(await rejected.line('run')).toMatchObject({ state: 'paused', done: 3, pending: 1 });
  expect(rejected.lines.filter(({ event }) => event === 'failure')).toMatchObject([{ code: 'token-refused' }]);
  expect((await readResults()).map(({ answer }) => answer)).toEqual(numbered(3));
  expired();
  expect(await startRun().ended).toBe(0);
  expect((await readResults()).map(({ answer }) => answer)).toEqual(numbered(4));
});

test('--run that is stopped with pending rows ends with 65, writes the results so far, and continues later', async () => {
  const { demo, startRun, countRequests, countSaved, readResults } = await prepareRun(4, { concurrency: 1 });
  demo.fault({ kind: 'stall', after: 0, ms: 1, endpoint: 'chat', count: 2 });
  const release = demo.fault({ kind: 'stall', after: 0, endpoint: 'chat' });
  const stopped = startRun();
  await expect.poll(countRequests).toBe(3);
  await expect.poll(countSaved).toBe(2);
  stopped.child.kill('SIGTERM');
  expect(await stopped.ended).toBe(65);
  expect(await stopped.line('run')).toMatchObject({ state: 'paused', done: 2, failed: 0, pending: 2 });
  expect((await readResults()).map(({ answer }) => answer)).toEqual(numbered(2));
  release();
  expect(await startRun().ended).toBe(0);
  expect((await readResults()).map(({ answer }) => answer)).toEqual(numbered(4));
});

test('--run for an account that may not use the service ends with 77 and fails no row', async () => {
  const { demo, startRun } = await prepareRun(4, {});
  demo.fault({ kind: 'status', status: 403, endpoint: 'chat' });
  const run = startRun();
  expect(await run.ended).toBe(77);
  expect(await run.line('run')).toMatchObject({ state: 'paused', failed: 0, pending: 4 });
  expect(run.lines.filter(({ event }) => event === 'failure')).toMatchObject([{ code: 'token-forbidden' }]);
});

test('--run that needs the other mode ends with 78 and fails no row (catches a process that waits forever)', async () => {
  const { startRun, countRequests } = await prepareRun(2, { kind: 'text' });
  const run = startRun();
  expect(await run.ended).toBe(78);
  expect(await run.line('run')).toMatchObject({ state: 'paused', failed: 0, pending: 2 });
  expect(run.lines.filter(({ event }) => event === 'failure')).toMatchObject([{ reason: 'completion-needs-direct' }]);
  expect(countRequests()).toBe(0);
});

test('--run whose model disappears ends with 78, fails no row, and continues when it is back (catches a process that waits forever)', async () => {
  const { demo, startCheck, startRun, readResults } = await prepareRun(2, {});
  const model = findDemoModel('beta-4-scout');
  demo.removeModel(model.id);
  await startCheck().ended; // stores the lists, which are otherwise read during the first request
  const run = startRun();
  expect(await run.ended).toBe(78);
  expect(await run.line('run')).toMatchObject({ state: 'paused', failed: 0, pending: 2 });
  expect(run.lines.filter(({ event }) => event === 'failure')).toMatchObject([{ code: 'unknown-model' }]);
  demo.addModel(model);
  expect(await startRun().ended).toBe(0); // its stored lists are without the model
  expect((await readResults()).map(({ answer }) => answer)).toEqual(numbered(2));
});

test('--run with a wrong token ends with 77', async () => {
  const { startRun } = await prepareRun(2, {});
  const run = startRun('sk-wrong');
  expect(await run.ended).toBe(77);
  expect(run.lines.filter(({ event }) => event === 'failure')).toMatchObject([{ code: 'token-refused' }]);
});

test('--run whose connection fails for good ends with its exit code and writes its results', async () => {
  const { at, demo, profileFile, startRun, countRequests, readResults } = await prepareRun(2, { concurrency: 1 });
  const stalled = demo.fault({ kind: 'stall', after: 0, endpoint: 'chat' });
  const first = startRun();
  await expect.poll(countRequests).toBe(1);
  demo.fault({ kind: 'status', status: 401, endpoint: 'chat' }); // rejects the second request
  stalled();
  expect(await first.ended).toBe(77);
  await rm(at('results.jsonl'));
  const profile = JSON.parse(await readFile(profileFile, 'utf8')) as object;
  await writeFile(profileFile, JSON.stringify({ ...profile, mode: 'direct' }));
  const run = startRun(); // its instance needs a host key, and there is no terminal
  expect(await run.ended).toBe(77);
  expect(await run.line('run')).toMatchObject({ state: 'paused', done: 1, pending: 1 });
  expect((await readResults()).map(({ answer }) => answer)).toEqual(numbered(1));
});
