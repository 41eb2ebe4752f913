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

test('--run asks every row, writes the results, and goes on where it was', async () => {
  const { demo, folder, words } = await place('proxy');
  const at = (name: string): string => path.join(folder, name);
  await writeFile(at('recipe.json'), JSON.stringify(recipe));
  await writeFile(at('rows.csv'), `text\n${Array.from({ length: 40 }, (_, index) => `row ${index + 1}`).join('\n')}\n`);
  const flags = [...words, '--token-env', 'TOKEN', '--run', at('recipe.json'), '--rows', at('rows.csv'), '--out', at('results.jsonl')];

  const broken = demo.fault({ kind: 'status', status: 400, endpoint: 'chat', count: 3 });
  const first = start(flags, { TOKEN: demo.token });
  expect(await first.ended).toBe(65);
  broken();
  expect(await first.line('run')).toMatchObject({
    state: 'finished',
    cells: 40,
    done: 37,
    failed: 3,
    failures: [{ code: 'request-rejected', count: 3 }],
  });
  expect(linesOf(await readFile(at('results.jsonl'), 'utf8')).filter(({ state }) => state === 'done')).toHaveLength(37);

  const asked = demo.requests().length;
  await writeFile(at('rows.csv'), `text\nother\n`);
  const second = start(flags, { TOKEN: demo.token });
  expect(await second.ended).toBe(0);
  expect(linesOf(await readFile(at('results.jsonl'), 'utf8')).map(({ answer }) => answer)).toEqual(['other']);
  expect(demo.requests().filter(({ endpoint }) => endpoint === 'chat').length).toBeGreaterThan(0);
  expect(demo.requests().length).toBeGreaterThan(asked);
});

test('--run killed in the middle asks only what it has no answer to', async () => {
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
  // at most those in flight were asked twice
  expect(chats()).toBeLessThanOrEqual(60 + 2 + Math.min(before, 2));
});
