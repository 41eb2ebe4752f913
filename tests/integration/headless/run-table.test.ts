import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { recipe } from '../runs/runs-fixture.ts';
import { place, start } from './headless-fixture.ts';

interface Line {
  readonly answer: string;
  readonly state: string;
}

const linesOf = (text: string): readonly Line[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line); // written by the export

test('--run requests every row once, writes the results, and reports failed rows by its exit code', async () => {
  const { demo, folder, words } = await place('proxy');
  const at = (name: string): string => path.join(folder, name);
  const models = [...recipe.models, { id: 'n', model: 'nobody', parameters: {} }];
  await writeFile(at('recipe.json'), JSON.stringify({ ...recipe, models }));
  await writeFile(at('rows.csv'), `text\n${Array.from({ length: 20 }, (_, index) => `row ${index + 1}`).join('\n')}\n`);
  const flags = [...words, '--token-env', 'TOKEN', '--run', at('recipe.json'), '--rows', at('rows.csv'), '--out', at('results.jsonl')];
  const chats = (): number => demo.requests().filter(({ endpoint }) => endpoint === 'chat').length;

  const first = start(flags, { TOKEN: demo.token });
  expect(await first.ended).toBe(65);
  const facts = { state: 'finished', cells: 40, done: 20, failed: 20, failures: [{ code: 'unknown-model', count: 20 }] };
  expect(await first.line('run')).toMatchObject(facts);
  const lines = linesOf(await readFile(at('results.jsonl'), 'utf8'));
  expect(lines.filter(({ state }) => state === 'done').map(({ answer }) => answer)).toContain('row 20');
  expect([lines.length, chats()]).toEqual([40, 20]);

  const second = start(flags, { TOKEN: demo.token });
  expect(await second.ended).toBe(65);
  expect(await second.line('run')).toMatchObject(facts);
  expect(chats()).toBe(20);
});

test('--run after a kill requests only rows without a result', async () => {
  const { demo, folder, words } = await place('proxy');
  const at = (name: string): string => path.join(folder, name);
  const slow = demo.fault({ kind: 'slow-first-byte', ms: 150, endpoint: 'chat' });
  await writeFile(at('recipe.json'), JSON.stringify({ ...recipe, concurrency: 2 }));
  await writeFile(at('rows.csv'), `text\n${Array.from({ length: 60 }, (_, index) => `row ${index + 1}`).join('\n')}\n`);
  const flags = [...words, '--token-env', 'TOKEN', '--run', at('recipe.json'), '--rows', at('rows.csv'), '--out', at('results.jsonl')];
  const first = start(flags, { TOKEN: demo.token });
  const chats = (): number => demo.requests().filter(({ endpoint }) => endpoint === 'chat').length;
  await expect.poll(chats).toBeGreaterThan(10);
  first.child.kill('SIGKILL');
  await first.ended;
  const before = chats();
  slow();
  const second = start(flags, { TOKEN: demo.token });
  expect(await second.ended).toBe(0);
  const answers = linesOf(await readFile(at('results.jsonl'), 'utf8')).map(({ answer }) => answer);
  expect(answers).toEqual(Array.from({ length: 60 }, (_, index) => `row ${index + 1}`));
  // at most the requests in flight were repeated
  expect(chats()).toBeLessThanOrEqual(60 + 2 + Math.min(before, 2));
});
