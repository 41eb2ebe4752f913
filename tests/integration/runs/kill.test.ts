/** @module-tag long */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { seeded } from '../../support/seeded.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { echoConcurrency } from './echo-recipe.ts';

const kills = Number(process.env['RUN_KILLS'] ?? 6);
const rowsPerKill = 700;
const maxProcessMs = 1350;
const maxRequestMs = 400;

interface Kill {
  readonly afterMs: number;
  /** The time counts from the first line of the script, which may be killed before its first request, or from that request. */
  readonly from: 'loaded' | 'request';
  /** Fewer than there are rows for each kill, so that the run isn't finished before the last one. */
  readonly maxAnswers: number;
}

/** Runs the script in a process and kills it, or waits for its end if `kill` is null. */
async function runProcess(folder: string, kill: Kill | null) {
  const script = path.join(import.meta.dirname, 'run-script.ts');
  const output = path.join(folder, 'output.txt');
  // a file, because a write to a full pipe would fail
  const file = openSync(output, 'w');
  const child = spawn(process.execPath, [script, folder, String(kill?.maxAnswers ?? Infinity)], { stdio: ['ignore', file, 'inherit'] });
  closeSync(file);
  const exited = once(child, 'exit');
  if (kill) {
    while (child.exitCode === null && child.signalCode === null && !readFileSync(output, 'utf8').includes(kill.from)) await setTimeout(2);
    await Promise.race([setTimeout(kill.afterMs), exited]);
    child.kill('SIGKILL');
  }
  await exited;
  const lines = readFileSync(output, 'utf8').split('\n');
  return {
    requests: lines.filter((line) => line.startsWith('request ')).map((line) => line.slice('request '.length)),
    isFinished: lines.includes('finished'),
    problems: lines.filter((line) => /^(problem|bug) /.test(line)),
  };
}

/** Reads the answers on disk by row. */
function readAnswers(folder: string): ReadonlyMap<string, string> {
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
  `loses and repeats no saved result in ${kills} × kill -9 at random moments, and every row has one result`,
  { timeout: kills * 30_000 + 120_000 },
  async () => {
    const folder = await temporaryFolder();
    const rows = Array.from({ length: Math.min(40_000, kills * rowsPerKill) }, (_, index) => `row ${index + 1}`);
    await writeFile(path.join(folder, 'rows.csv'), `text\n${rows.join('\n')}\n`);
    const maxAnswers = Math.floor(rows.length / kills) - echoConcurrency;
    const random = seeded(kills);
    let before: ReadonlyMap<string, string> = new Map();
    let [requests, interrupted] = [0, 0];
    for (let round = 0; round < kills; round += 1) {
      const from = round % 2 === 0 ? 'request' : 'loaded';
      const afterMs = random() * (from === 'loaded' ? maxProcessMs : maxRequestMs);
      const output = await runProcess(folder, { from, afterMs, maxAnswers });
      expect(output.problems).toEqual([]);
      const after = readAnswers(folder);
      const savedBefore = new Set(before.values());
      expect(
        output.requests.filter((text) => savedBefore.has(text)),
        'requested although it was on disk',
      ).toEqual([]);
      for (const [key, answer] of before) expect(after.get(key), 'lost').toBe(answer);
      // requests in flight, and those whose results were not flushed yet
      expect(output.requests.length - (after.size - before.size)).toBeLessThanOrEqual(8 * echoConcurrency);
      requests += output.requests.length;
      interrupted += output.requests.length > after.size - before.size ? 1 : 0;
      before = after;
    }
    const last = await runProcess(folder, null);
    expect(last).toMatchObject({ isFinished: true, problems: [] });
    expect([...readAnswers(folder).values()]).toEqual(rows);
    console.log(`${interrupted} of ${kills} were killed with requests in flight, of ${requests} requests`);
    expect(interrupted).toBeGreaterThanOrEqual(kills / 4); // checks the test itself: kills must interrupt requests
  },
);
