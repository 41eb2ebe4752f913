import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { seeded } from '../../support/seeded.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { echoConcurrency } from './echo-recipe.ts';

const kills = Number(process.env['RUN_KILLS'] ?? 6);
/** So many that even a fast machine is not done before the last kill. */
const rowsPerKill = 700;
const longestLifeMs = 1350;
const longestRunMs = 400;

interface Life {
  readonly asked: readonly string[];
  readonly isFinished: boolean;
  readonly trouble: readonly string[];
}

interface Death {
  readonly afterMs: number;
  /** Counted from the start of the process, which may be too slow to ask anything by then, or from its first request. */
  readonly from: 'start' | 'first-request';
}

/** Lets the run go on for a while, then kills it. Without a death it may end. */
async function live(folder: string, death: Death | null): Promise<Life> {
  const script = path.join(import.meta.dirname, 'run-script.ts');
  const output = path.join(folder, 'output.txt');
  // a file, because a pipe that this process is slow to read refuses what the script writes
  const file = openSync(output, 'w');
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', file, 'inherit'] });
  closeSync(file);
  const exited = once(child, 'exit');
  if (death) {
    while (death.from === 'first-request' && child.exitCode === null && child.signalCode === null && statSync(output).size === 0)
      await setTimeout(2);
    await Promise.race([setTimeout(death.afterMs), exited]);
    child.kill('SIGKILL');
  }
  await exited;
  const lines = readFileSync(output, 'utf8').split('\n');
  return {
    asked: lines.filter((line) => line.startsWith('asked ')).map((line) => line.slice('asked '.length)),
    isFinished: lines.includes('finished'),
    trouble: lines.filter((line) => /^(problem|bug) /.test(line)),
  };
}

/** The answers that are on disk, by row. */
function stored(folder: string): ReadonlyMap<string, string> {
  const file = path.join(folder, 'runs.db');
  if (!existsSync(file)) return new Map();
  const db = new DatabaseSync(file);
  expect(db.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  const hasTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'result'").get();
  const rows = hasTable ? db.prepare('SELECT key, answer FROM result ORDER BY key').all() : [];
  db.close();
  return new Map(rows.map(({ key, answer }) => [String(key), String(answer)]));
}

test(
  `${kills} × kill -9 at random moments: nothing acknowledged is lost or asked again, and every row has one result`,
  { timeout: kills * 30_000 + 120_000 },
  async () => {
    const folder = await temporaryFolder();
    const rows = Array.from({ length: Math.min(40_000, kills * rowsPerKill) }, (_, index) => `row ${index + 1}`);
    await writeFile(path.join(folder, 'rows.csv'), `text\n${rows.join('\n')}\n`);
    const random = seeded(kills);
    let before: ReadonlyMap<string, string> = new Map();
    let [asked, interrupted] = [0, 0];
    for (let round = 0; round < kills; round += 1) {
      const from = round % 2 === 0 ? 'first-request' : 'start';
      const life = await live(folder, { from, afterMs: random() * (from === 'start' ? longestLifeMs : longestRunMs) });
      expect(life.trouble).toEqual([]);
      const after = stored(folder);
      const known = new Set(before.values());
      expect(
        life.asked.filter((text) => known.has(text)),
        'asked although it was on disk',
      ).toEqual([]);
      for (const [key, answer] of before) expect(after.get(key), 'lost').toBe(answer);
      // those in flight, and those whose answer was not flushed yet
      expect(life.asked.length - (after.size - before.size)).toBeLessThanOrEqual(8 * echoConcurrency);
      asked += life.asked.length;
      interrupted += life.asked.length > after.size - before.size ? 1 : 0;
      before = after;
    }
    const last = await live(folder, null);
    expect(last).toMatchObject({ isFinished: true, trouble: [] });
    expect([...stored(folder).values()]).toEqual(rows);
    console.log(`${interrupted} of ${kills} were killed with requests in flight, of ${asked} requests`);
    expect(interrupted).toBeGreaterThanOrEqual(kills / 4); // the test itself: many must have died in the middle of something
  },
);
