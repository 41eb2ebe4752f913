import path from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { plainConversationSettings } from '../../../../electron/contract/constants.ts';
import { ok } from '../../../../electron/contract/failure.ts';
import type { SearchHit, SearchRequest } from '../../../../electron/contract/search.ts';
import { historyFormat } from '../../../../electron/core/history/database/schema.ts';
import { openStoredDatabase } from '../../../../electron/core/shared/sqlite/open-database.ts';
import { writeImported } from '../../../../electron/core/history/import/write-imported.ts';
import type { ImportedConversation, ImportedMessage } from '../../../../electron/core/history/export/export-format.ts';
import { createStore, type OpenStore } from '../../../../electron/core/history/store.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { answerOf } from '../open-test-history.ts';
import { must } from '../../../support/must.ts';

const start = Date.UTC(2026, 0, 1);
const control = { signal: new AbortController().signal, progress: () => undefined, reportChanges: () => undefined };
/** The short ones are always separate words: inside words they are found only among the newest messages. */
const words = ['needle', 'needles', 'haystack', 'stack', 'Zürich', 'ai', '北京'];
/** For some filters more conversations than a search scans without the index, for others fewer. */
const conversations = 150;

/** Some share a time, most don't, and one group is much larger than the number of keys per second. */
const times = [0, 0, 1, 999, 1000, 1001, 60_000, 3_600_000, 86_400_000, 86_400_500, 40 * 86_400_000];
const sameTime = start + 3_600_000;

/** Picks by number, so that a failure can be reproduced. */
const pick = <T>(list: readonly [T, ...T[]], at: number): T => list[(Math.imul(at + 1, 0x9e3779b1) >>> 8) % list.length] ?? list[0];

function makeConversation(at: number): ImportedConversation {
  const isCrowd = at === 20;
  const createdAt = isCrowd ? sameTime : start + pick([0, ...times], at) + (at % 7) * 86_400_000;
  const model = at % 15 === 0 ? 'rare' : 'common';
  const messages: ImportedMessage[] = Array.from({ length: isCrowd ? 70 : 4 }, (_, step) => {
    const seed = at * 100 + step;
    const text = `${pick(['needle', ...words], seed)} and ${pick(['none', ...words], seed + 7)}, ${pick(['ai', ...words], seed + 13)}`;
    const fields = {
      id: `m-${at}-${step}`,
      parentId: step === 0 ? null : `m-${at}-${step - 1}`,
      createdAt: isCrowd ? createdAt : createdAt + pick([0, ...times], seed),
    };
    return step % 2 === 0
      ? { ...fields, role: 'user', text, attachments: [] }
      : {
          ...fields,
          role: 'assistant',
          model,
          mode: null,
          state: 'complete',
          answer: answerOf([{ kind: 'text', text }]),
          failure: null,
          request: null,
        };
  });
  return {
    id: `c-${at}`,
    kind: 'chat',
    title: `${pick(['plain', ...words], at + 3)} ${at}`,
    isNamedByUser: true,
    createdAt,
    updatedAt: Math.max(...messages.map((message) => message.createdAt)),
    folder: at % 40 === 1 ? 'Attic' : pick([null, 'Lab', 'Lab', 'Lab'], at),
    isPinned: false,
    isArchived: at % 9 === 0,
    trashedAt: at % 11 === 0 ? start : null,
    settings: { ...plainConversationSettings, model },
    leafId: null,
    messages,
  };
}

/** Returns all hits by a full scan. */
function readAll(all: readonly ImportedConversation[], request: SearchRequest): readonly string[] {
  const terms = request.text.toLowerCase().replaceAll('ü', 'u').split(' ');
  const contains = (text: string): boolean => terms.every((term) => text.toLowerCase().replaceAll('ü', 'u').includes(term));
  const isWhen = (at: number): boolean => at >= (request.after ?? 0) && at <= (request.before ?? Infinity);
  const isWhere = ({ trashedAt, folder, settings }: ImportedConversation): boolean =>
    trashedAt === null &&
    (request.folder === undefined || folder === request.folder) &&
    (request.model === undefined || settings.model === request.model);
  const found = all.filter(isWhere);
  const titles = found
    .filter(({ updatedAt, title }) => isWhen(updatedAt) && contains(title))
    .toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1)) // those with the smaller id were added later
    .slice(0, 10);
  const messages = found.flatMap((conversation) =>
    conversation.messages.filter((message) => {
      const text =
        message.role === 'assistant' ? message.answer.parts.map((part) => ('text' in part ? part.text : '')).join('') : message.text;
      return isWhen(message.createdAt) && contains(text);
    }),
  );
  return [...titles, ...messages].map(({ id }) => id);
}

/** Returns all hits page by page. */
async function findAll(store: OpenStore['store'], request: SearchRequest): Promise<readonly SearchHit[]> {
  const hits: SearchHit[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = must(await store.search(cursor === undefined ? request : { ...request, cursor }, control));
    hits.push(...page.hits);
    cursor = page.next;
  }
  return hits;
}

const moment = fc
  .tuple(fc.constantFrom(sameTime, ...times.map((at) => start + at)), fc.nat(6), fc.constantFrom(-1, 0, 0, 1, 1000))
  .map(([at, days, off]) => at + days * 86_400_000 + off);
const requests: fc.Arbitrary<SearchRequest> = fc.record(
  {
    text: fc.array(fc.constantFrom(...words, 'eed', 'zurich', 'nothing'), { minLength: 1, maxLength: 2 }).map((list) => list.join(' ')),
    limit: fc.constantFrom(1, 3, 20, 200),
    model: fc.constantFrom('common', 'rare', 'absent'),
    folder: fc.constantFrom('Lab', 'Attic', 'Absent'),
    after: moment,
    before: moment,
  },
  { requiredKeys: ['text', 'limit'] },
);

/** Catches a key range narrower than its dates, a page that skips or repeats, and a filter that one search strategy ignores. */
test('finds the same as a full scan with any filter, each hit once', { timeout: 300_000 }, async () => {
  const { db } = openStoredDatabase(historyFormat, { file: path.join(await temporaryFolder(), 'history.db'), now: start });
  onTestFinished(db.close);
  db.exec('PRAGMA synchronous = OFF'); // this doesn't test the disk
  const now = start + 400 * 86_400_000;
  const all = Array.from({ length: conversations }, (_, at) => makeConversation(at));
  db.transaction(() => {
    // Old ones after new ones, as imports add them.
    for (const conversation of all.toSorted((a, b) => (a.id < b.id ? 1 : -1))) writeImported(db, conversation, now);
    return ok(undefined);
  });
  const { store, index } = createStore(db, () => now);
  while (index.catchUp(1000));

  await fc.assert(
    fc.asyncProperty(requests, fc.constantFrom(0, 4, 30), async (request, stepMs) => {
      // The clock advances at each reading, so that the search pauses and resumes at any position, as on a slow disk.
      let time = 0;
      const watch = vi.spyOn(performance, 'now').mockImplementation(() => (time += stepMs));
      const hits = await findAll(store, request).finally(() => watch.mockRestore());
      expect(hits.map(({ messageId, conversationId }) => messageId ?? conversationId).toSorted()).toEqual(readAll(all, request).toSorted());
    }),
    { numRuns: 150 },
  );
});
