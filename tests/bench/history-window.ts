/**
 * Measures the window with a history of 20,000 conversations and 500,000 messages, beside the same window with an empty or a small
 * one, alternately in one run: opening the program, a search, a change of conversation, as the user sees them. It uses the real core
 * and the real page in Chromium. `start` measures the cost of Electron. A time ends with the frame that shows the result. The CPU
 * time of the page's main thread is printed beside it, because a busy machine doesn't affect that.
 * `--keep=FILE` creates the large history there, or uses the existing one.
 */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { findChromium } from '../../build/steps/find-chromium.ts';
import { figure, figureBeside, flagValue, isShort, median, p95, report, round } from '../support/bench-report.ts';
import { fillHistory } from './history/fill-history.ts';
import { openProfile, timeSearch, timeSwitch, type Opened, type Shown } from './history/large-window.ts';
import { makeText } from './history/made-text.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';

const kept = flagValue('keep');
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
/** Searches from the most common words to rare ones, including parts of a word and two words. */
const words = Array.from({ length: searches }, (_, at) => {
  const word = text.word(61 + at * at * 12);
  return at % 4 === 1 ? word.slice(0, 3) : at % 4 === 2 ? `${word} ${text.word(62)}` : word;
});
const inFew = await openProfile(few);
const inFull = await openProfile(full);
for (const each of [inFew, inFull]) await timeSearch(each, text.word(61)); // the first search loads code that the others use
const searchFew: Shown[] = [];
const searchFull: Shown[] = [];
for (const word of words) {
  // The small history may lack a rare word, so the most common one replaces it.
  searchFew.push(await timeSearch(inFew, text.word(61)));
  searchFull.push(await timeSearch(inFull, word));
}
const switchFew: Shown[] = [];
const switchFull: Shown[] = [];
for (const each of [inFew, inFull]) {
  const { page } = each.window;
  await page.getByRole('textbox', { name: conversationsText.search.label }).fill('');
  await page.getByRole('listbox', { name: conversationsText.title }).waitFor();
  await timeSwitch(each, 3); // as above
}
for (let run = 0; run < switches; run += 1) {
  switchFew.push(await timeSwitch(inFew, run * 7 + 1));
  switchFull.push(await timeSwitch(inFull, run * 7 + 1));
}
await inFew.window.close();
await inFull.window.close();
for (const profile of [empty, few, full]) await rm(profile, { recursive: true, force: true });

const composer = (opened: readonly Opened[]): number[] => opened.map(({ composerMs }) => composerMs);
const list = (opened: readonly Opened[]): number[] => opened.map(({ listMs }) => listMs);
const times = (shown: readonly Shown[]): number[] => shown.map(({ ms }) => ms);
const works = (shown: readonly Shown[]): number[] => shown.map(({ work }) => work);
console.table([
  { what: 'composer ready, ms', large: round(median(composer(fullOpened))), beside: round(median(composer(emptyOpened))) },
  { what: 'list shown, ms', large: round(median(list(fullOpened))), beside: round(median(list(emptyOpened))) },
  { what: 'search, median ms', large: round(median(times(searchFull))), beside: round(median(times(searchFew))) },
  { what: 'search, p95 ms', large: round(p95(times(searchFull))), beside: round(p95(times(searchFew))) },
  { what: 'search, p95 ms of the page’s work', large: round(p95(works(searchFull))), beside: round(p95(works(searchFew))) },
  { what: 'another conversation, median ms', large: round(median(times(switchFull))), beside: round(median(times(switchFew))) },
  { what: 'another conversation, p95 ms', large: round(p95(times(switchFull))), beside: round(p95(times(switchFew))) },
  { what: 'the same, p95 ms of the page’s work', large: round(p95(works(switchFull))), beside: round(p95(works(switchFew))) },
]);
const shownIn = (name: string, numbers: readonly number[], goal: number) => figure(name, numbers, 'ms', goal, { summary: p95 });
report('history-window', [
  figureBeside('composer-ready', composer(fullOpened), composer(emptyOpened), 'x of an empty history', 1.2),
  figureBeside('list-shown', list(fullOpened), list(emptyOpened), 'x of an empty history', 1.2),
  shownIn('search-shown-p95', times(searchFull), 50),
  shownIn('search-work-p95', works(searchFull), 50),
  figureBeside('search-shown', times(searchFull), times(searchFew), 'x of 40 conversations', 1.5),
  shownIn('switch-shown-p95', times(switchFull), 100),
  shownIn('switch-work-p95', works(switchFull), 100),
  figureBeside('switch-shown', times(switchFull), times(switchFew), 'x of 40 conversations', 1.2),
]);
