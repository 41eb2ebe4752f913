import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { SearchRequest } from '../../electron/contract/search.ts';
import { openHistory } from '../../electron/core/history/history.ts';
import { normalize } from '../../electron/core/history/search/normalize.ts';
import { figure, figureBeside, flagValue, isShort, median, p95, report, round } from '../support/bench-report.ts';
import { fillHistory, models, start } from './history/fill-history.ts';
import { makeText } from './history/made-text.ts';
import { openUsualWay, type UsualQuestion } from './history/usual-way.ts';

/**
 * Measures a history of 20,000 conversations and 500,000 messages: a page of the list, a search, a change of conversation, as the
 * window requests them, including the thread. Alternately in one run it measures the usual approach on the same file, also on a
 * thread: the index ranked by relevance, LIKE for text that the index can't find, the whole list, the whole conversation without
 * its branches and unchecked. It also opens a history with thousands of images beside the same one without: the file, the list and a
 * conversation. The benefit of paging grows with the history, so the short form, whose history is small, omits those
 * two comparisons. `--keep=FILE` creates the history there, or uses the existing one.
 */
const kept = flagValue('keep');
const [conversations, messagesEach, rounds] = isShort ? [200, 25, 2] : [20_000, 25, 7];

const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-bench-history-'));
const file = path.join(folder, 'history.db');
if (kept === undefined) fillHistory({ file, conversations, messagesEach });
else {
  await copyFile(kept, file).catch(async () => {
    fillHistory({ file: kept, conversations, messagesEach });
    await copyFile(kept, file);
  });
}
const text = makeText(42);

const history = openHistory({ folder, clock: { now: () => Date.now() }, onChange: () => undefined, onPurged: () => undefined });
const usual = openUsualWay(file);

const wordInTheMiddle = (rank: number): string => text.word(rank).slice(1);
const longAgo = { after: start + 30 * 86_400_000, before: start + 60 * 86_400_000 };
const requests: Readonly<Record<string, SearchRequest>> = {
  'commonest word': { text: text.word(61), limit: 50 },
  'common word': { text: text.word(90), limit: 50 },
  'common two words': { text: `${text.word(70)} ${text.word(80)}`, limit: 50 },
  'middling word': { text: text.word(900), limit: 50 },
  'rare word': { text: text.word(25_000), limit: 50 },
  'rare and common': { text: `${text.word(62)} ${text.word(28_000)}`, limit: 50 },
  'inside a word': { text: wordInTheMiddle(2500), limit: 50 },
  phrase: { text: '"rarest needle"', limit: 50 },
  'two characters': { text: '北京', limit: 50 },
  'absent short word': { text: 'qx', limit: 50 },
  nothing: { text: 'zzzyyyxxx', limit: 50 },
  'of a rare model': { text: text.word(61), model: models[3], limit: 50 },
  'of a folder': { text: text.word(100), folder: 'folder 3', limit: 50 },
  'of a month long ago': { text: text.word(61), ...longAgo, limit: 50 },
  'two words of that month': { text: `${text.word(70)} ${text.word(80)}`, ...longAgo, limit: 50 },
  'of that month and a folder': { text: text.word(100), folder: 'folder 3', ...longAgo, limit: 50 },
};

function usualSearch({ text: asked }: SearchRequest): UsualQuestion {
  const terms = normalize(asked).replaceAll('"', '').split(' ');
  if (terms.some((term) => term.length < 3)) return { kind: 'like', text: asked };
  return { kind: 'ranked', match: asked.startsWith('"') ? normalize(asked) : terms.map((term) => `"${term}"`).join(' AND ') };
}

/** Elapsed time and CPU time. The rest is other load on a shared machine. */
async function timed(work: () => unknown): Promise<Took> {
  const started = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - started, work: (user + system) / 1000 };
}

interface Took {
  readonly wall: number;
  readonly work: number;
}

async function must<T>(asked: Promise<{ readonly ok: boolean } & T>): Promise<T> {
  const answer = await asked;
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

const walls = (took: readonly Took[]): readonly number[] => took.map(({ wall }) => wall);
const works = (took: readonly Took[]): readonly number[] => took.map(({ work }) => work);

await must(history.list({ shelf: 'current', limit: 1 }));
await usual.ask({ kind: 'open', id: 'conversation-0' });
const rows: Record<string, string | number>[] = [];
const allOurs: Took[] = [];
const allUsual: Took[] = [];
for (const [name, request] of Object.entries(requests)) {
  const ours: Took[] = [];
  const theirs: Took[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await timed(() => must(history.search(request))));
    theirs.push(await timed(() => usual.ask(usualSearch(request))));
  }
  allOurs.push(...ours);
  allUsual.push(...theirs);
  const { value } = await history.search(request).then((found) => (found.ok ? found : { value: { hits: [] } }));
  rows.push({
    search: name,
    finds: value.hits.length,
    'ours, ms': round(median(walls(ours))),
    'of work': round(median(works(ours))),
    'usual way, ms': round(median(walls(theirs))),
    'work of it': round(median(works(theirs))),
  });
}

const lists: Took[] = [];
const usualLists: Took[] = [];
const opens: Took[] = [];
const usualOpens: Took[] = [];
for (let round = 0; round < rounds * 5; round += 1) {
  lists.push(await timed(() => must(history.list({ shelf: 'current', limit: 100 }))));
  usualLists.push(await timed(() => usual.ask({ kind: 'list' })));
  const id = `conversation-${Math.floor(text.random() * conversations)}`;
  opens.push(await timed(() => must(history.open({ id, at: null, limit: 50 }))));
  usualOpens.push(await timed(() => usual.ask({ kind: 'open', id })));
}

/** Opens a history as the window does: the file, the list, and a conversation with its images. */
async function openAll(folder: string): Promise<void> {
  const opened = openHistory({ folder, clock: { now: () => Date.now() }, onChange: () => undefined, onPurged: () => undefined });
  await must(opened.list({ shelf: 'current', limit: 100 }));
  await must(opened.open({ id: 'conversation-3', at: null, limit: 50 }));
  await opened.close();
}

const [plain, pictured] = [path.join(folder, 'plain'), path.join(folder, 'pictured')];
const illustrated = isShort
  ? { conversations: 40, messagesEach: 10, images: 100 }
  : { conversations: 2000, messagesEach: 25, images: 5000 };
for (const [place, images] of [
  [plain, 0],
  [pictured, illustrated.images],
] as const) {
  await mkdir(place);
  fillHistory({ ...illustrated, file: path.join(place, 'history.db'), images });
}
const opensPlain: Took[] = [];
const opensPictured: Took[] = [];
for (let round = 0; round < rounds * 3; round += 1) {
  opensPlain.push(await timed(() => openAll(plain)));
  opensPictured.push(await timed(() => openAll(pictured)));
}

console.table(rows);
const took = (name: string, numbers: readonly number[], goal: number) => figure(name, numbers, 'ms', goal, { summary: p95 });
report('history', [
  took('search-p95', walls(allOurs), 50),
  took('search-p95-work', works(allOurs), 50),
  took('list-p95', walls(lists), 50),
  took('list-p95-work', works(lists), 50),
  took('open-p95', walls(opens), 100),
  took('open-p95-work', works(opens), 100),
  ...(isShort
    ? []
    : [
        figureBeside('search', works(allOurs), works(allUsual), 'x of ranked FTS and LIKE', 1),
        figureBeside('list', works(lists), works(usualLists), 'x of the whole list', 1),
      ]),
  figureBeside('open-with-images', works(opensPictured), works(opensPlain), 'x of the same history without images', 1.1),
  figureBeside('open', works(opens), works(usualOpens), 'x of one query for the conversation', 2.5),
]);
await usual.close();
await history.close();
await rm(folder, { recursive: true, force: true });
