import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Recipe } from '../../../electron/contract/run-recipe.ts';
import { recipe } from '../runs/runs-fixture.ts';
import { place, start } from './headless-fixture.ts';

interface Line {
  readonly answer: string;
  readonly state: string;
}

/** Returns the texts of a table with numbered rows. */
export const numbered = (rows: number): readonly string[] => Array.from({ length: rows }, (_, index) => `row ${index + 1}`);

/** Writes a recipe and a table for a service. The table has numbered rows or the given text. */
export async function prepareRun(rows: number | string, changes: Partial<Recipe>) {
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
