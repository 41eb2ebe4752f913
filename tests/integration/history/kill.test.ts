import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { StoredMessage } from '../../../electron/contract/history.ts';
import { openDrafts } from '../../../electron/core/drafts/drafts.ts';
import { openHistory, type History } from '../../../electron/core/history/history.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { seeded } from '../../support/seeded.ts';
import { readTestSelection } from '../../../build/steps/test-selection.ts';
import type { WriterReport } from './writer-report.ts';

const kills = Number(process.env['HISTORY_KILLS'] ?? (readTestSelection().isQuick ? 3 : 20));
const maxLifeMs = 2000;
const lossMs = 1000;
/** The writer has a pulse every 5 ms. A longer gap means that the busy machine or its disk suspended it. */
const maxGapMs = 25;

/**
 * Lets a writer run for a while, then kills it. Returns what was acknowledged. The time counts from the start of the writer, or mostly
 * from its first word, because a busy machine may take long until then.
 */
async function runAndKill(folder: string, round: number): Promise<readonly WriterReport[]> {
  const script = path.join(import.meta.dirname, 'writer-script.ts');
  const writer = spawn(process.execPath, [script, folder, String(round)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const reports: WriterReport[] = [];
  let start: WriterReport['kind'] | undefined = round % 4 === 0 ? 'ready' : 'grown';
  for await (const line of createInterface({ input: writer.stdout })) {
    if (!line.endsWith('}')) continue; // the last line may be cut
    const each = JSON.parse(line) as WriterReport; // written by the script beside this test
    reports.push(each);
    if (each.kind !== start) continue;
    start = undefined;
    setTimeout(() => writer.kill('SIGKILL'), seeded(round)() * maxLifeMs);
  }
  return reports;
}

/** Returns what reached the history too long before the writer's last pulse to be lost, without the time it was suspended. */
function requiredReports(reports: readonly WriterReport[]): ReadonlySet<WriterReport> {
  const required = new Set<WriterReport>();
  let [lived, later] = [0, Infinity];
  for (const each of reports.toReversed()) {
    if (each.kind === 'grown' && lived >= lossMs) required.add(each);
    if (each.kind !== 'pulse') continue;
    lived += Math.min(Math.max(later - each.at, 0), later === Infinity ? 0 : maxGapMs);
    later = each.at;
  }
  return required;
}

function checkFile(file: string): void {
  const db = new DatabaseSync(file);
  expect(db.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  db.exec("INSERT INTO message_text (message_text) VALUES ('integrity-check')");
  db.exec("INSERT INTO short_word (short_word) VALUES ('integrity-check')");
  db.close();
}

const textOf = (message: StoredMessage): string =>
  message.role === 'assistant' ? message.answer.parts.map((part) => ('text' in part ? part.text : '')).join('') : message.text;

/** Returns what must be there after the kill. Running answers must have at least this text. */
async function checkReports(history: History, reports: readonly WriterReport[]): Promise<void> {
  expect(reports.filter(({ kind }) => kind === 'trouble')).toEqual([]);
  const finished = new Map(reports.flatMap((each) => (each.kind === 'finished' ? [[each.id, each.text] as const] : [])));
  const due = new Map<string, number>();
  const required = requiredReports(reports);
  for (const each of reports) {
    if (each.kind === 'grown' && !finished.has(each.id)) due.set(each.id, required.has(each) ? each.length : (due.get(each.id) ?? 0));
  }

  for (const { id, text } of reports.filter((each) => each.kind === 'question')) expect(textOf(await read(history, id))).toBe(text);
  for (const { id, title } of reports.filter((each) => each.kind === 'named')) {
    expect(await history.read(id)).toMatchObject({ value: { title } });
  }
  for (const [id, text] of finished) {
    const message = await read(history, id);
    expect(textOf(message)).toBe(text);
    expect(message).toMatchObject({ state: 'complete' });
  }
  for (const [id, length] of due) {
    const message = await read(history, id);
    // complete: killed between the write and its acknowledgement
    expect(['interrupted', 'complete']).toContain(message.role === 'assistant' ? message.state : 'no answer');
    expect(textOf(message).length).toBeGreaterThanOrEqual(length);
    expect(textOf(message)).toMatch(/^(w\d+ )*$/);
    const tokens = await history.tokens({ messageId: id, from: 0, limit: 1000, withAlternatives: true });
    expect(tokens.ok && tokens.value.tokens.map((token) => token.text).join('')).toBe(textOf(message));
  }
}

async function read(history: History, id: string): Promise<StoredMessage> {
  const found = await history.message(id);
  if (!found.ok) throw new Error(`${id} is lost: ${found.failure.reason}`);
  return found.value;
}

async function checkDraft(folder: string, reports: readonly WriterReport[], round: number): Promise<void> {
  const drafts = await openDrafts(folder);
  expect(drafts.problem).toBeUndefined();
  const [inRound = 0, version = -1] = drafts.read('conversation')?.split(' ').map(Number) ?? [];
  const last = reports.findLast((each) => each.kind === 'draft')?.version ?? -1;
  // The newest acknowledged one, or a later one whose acknowledgement was lost.
  expect(inRound === round ? version : -1).toBeGreaterThanOrEqual(last);
  await drafts.settled();
}

test(
  `${kills} × kill -9 while answers stream: loses nothing acknowledged and at most a stream’s last second, keeps the file intact, restores drafts`,
  { timeout: kills * 30_000 },
  async () => {
    const folder = await temporaryFolder();
    let interrupted = 0;
    for (let round = 0; round < kills; round += 1) {
      const reports = await runAndKill(folder, round);
      expect(reports.length).toBeGreaterThan(0);
      const history = openHistory({ folder, clock: { now: () => Date.now() }, onChange: () => undefined, onPurged: () => undefined });
      await checkReports(history, reports);
      await history.close();
      checkFile(path.join(folder, 'history.db'));

      await checkDraft(folder, reports, round);
      interrupted += reports.some(({ kind }) => kind === 'grown') ? 1 : 0;
    }
    // Checks the test itself: most rounds must have been killed in the middle of a write.
    expect(interrupted).toBeGreaterThan(kills / 2);
  },
);
