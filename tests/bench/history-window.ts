/**
 * The window over a history of 20,000 conversations and 500,000 messages, beside the same window over an empty or a
 * small one, alternately in one run: opening the program, a search, a change of conversation, as the eye has them.
 * It is the real core and the real page in Chromium; what Electron itself costs is measured by `start`.
 * `--keep=FILE` makes the large history there, or takes the one that is there.
 */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { findChromium } from '../../build/steps/find-chromium.ts';
import { median, ratio, report, type Figure } from '../support/bench-report.ts';
import { fillHistory } from './history/fill-history.ts';
import { openProfile, timeSearch, timeSwitch, type Opened } from './history/large-window.ts';
import { makeText } from './history/made-text.ts';

const isShort = process.argv.includes('--short');
const kept = process.argv.find((argument) => argument.startsWith('--keep='))?.slice('--keep='.length);
const large = isShort ? { conversations: 200, messagesEach: 10 } : { conversations: 20_000, messagesEach: 25 };
const small = { conversations: 40, messagesEach: large.messagesEach };
const [openings, searches, switches] = isShort ? [1, 2, 3] : [5, 40, 60];

if (findChromium() === undefined) {
  console.log('There is no Chromium here; install one, or name it in CHROMIUM.');
  process.exit(0);
}

const newProfile = () => mkdtemp(path.join(os.tmpdir(), 'causeway-bench-history-'));
const [empty, few, full] = [await newProfile(), await newProfile(), await newProfile()];
const file = path.join(full, 'history.db');
if (kept === undefined) fillHistory({ file, ...large });
else {
  await copyFile(kept, file).catch(async () => {
    fillHistory({ file: kept, ...large });
    await copyFile(kept, file);
  });
}
fillHistory({ file: path.join(few, 'history.db'), ...small });

const emptyOpened: Opened[] = [];
const fullOpened: Opened[] = [];
for (let run = 0; run < openings + 1; run += 1) {
  for (const [profile, opened] of [
    [empty, emptyOpened],
    [full, fullOpened],
  ] as const) {
    const each = await openProfile(profile);
    await each.window.close();
    if (run > 0 || isShort) opened.push(each); // the first one reads the programs from disk
  }
}

const text = makeText(42);
/** From the commonest to rare ones; letters of a word and two words among them. */
const words = Array.from({ length: searches }, (_, at) => {
  const word = text.word(61 + at * at * 12);
  return at % 4 === 1 ? word.slice(0, 3) : at % 4 === 2 ? `${word} ${text.word(62)}` : word;
});
const inFew = (await openProfile(few)).window;
const inFull = (await openProfile(full)).window;
const searchFew: number[] = [];
const searchFull: number[] = [];
for (const word of words) {
  // A rare word may be nowhere in the small one: there, the commonest stands for it.
  searchFew.push(await timeSearch(inFew.page, text.word(61)));
  searchFull.push(await timeSearch(inFull.page, word));
}
const switchFew: number[] = [];
const switchFull: number[] = [];
for (const { page } of [inFew, inFull]) await page.getByRole('textbox', { name: 'Search all conversations' }).fill('');
for (const { page } of [inFew, inFull]) await page.getByRole('listbox', { name: 'Conversations' }).waitFor();
for (let run = 0; run < switches; run += 1) {
  switchFew.push(await timeSwitch(inFew.page, run * 7 + 1));
  switchFull.push(await timeSwitch(inFull.page, run * 7 + 1));
}
await inFew.close();
await inFull.close();
for (const profile of [empty, few, full]) await rm(profile, { recursive: true, force: true });

const p95 = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * 0.95) - 1] ?? Number.NaN;
const tenth = (value: number): number => Math.round(value * 10) / 10;
const composer = (opened: readonly Opened[]): number[] => opened.map(({ composerMs }) => composerMs);
const list = (opened: readonly Opened[]): number[] => opened.map(({ listMs }) => listMs);
console.table([
  { what: 'composer ready, ms', large: tenth(median(composer(fullOpened))), beside: tenth(median(composer(emptyOpened))) },
  { what: 'list shown, ms', large: tenth(median(list(fullOpened))), beside: tenth(median(list(emptyOpened))) },
  { what: 'search, median ms', large: tenth(median(searchFull)), beside: tenth(median(searchFew)) },
  { what: 'search, p95 ms', large: tenth(p95(searchFull)), beside: tenth(p95(searchFew)) },
  { what: 'another conversation, median ms', large: tenth(median(switchFull)), beside: tenth(median(switchFew)) },
  { what: 'another conversation, p95 ms', large: tenth(p95(switchFull)), beside: tenth(p95(switchFew)) },
]);
const shown = (name: string, numbers: readonly number[], goal: number): Figure => ({
  name,
  value: tenth(p95(numbers)),
  unit: 'ms',
  better: 'lower',
  goal,
  spread: [tenth(Math.min(...numbers)), tenth(Math.max(...numbers))],
});
const beside = (name: string, ours: readonly number[], peer: readonly number[], unit: string, goal: number): Figure => ({
  name,
  ...ratio(ours, peer),
  unit,
  better: 'lower',
  goal,
});
report('history-window', [
  beside('composer-ready', composer(fullOpened), composer(emptyOpened), 'x of an empty history', 1.2),
  beside('list-shown', list(fullOpened), list(emptyOpened), 'x of an empty history', 1.2),
  shown('search-shown-p95', searchFull, 50),
  beside('search-shown', searchFull, searchFew, 'x of 40 conversations', 1.5),
  shown('switch-shown-p95', switchFull, 100),
  beside('switch-shown', switchFull, switchFew, 'x of 40 conversations', 1.2),
]);
