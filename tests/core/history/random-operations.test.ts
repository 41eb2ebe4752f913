import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import type { StoredMessage } from '../../../electron/contract/history.ts';
import { historyFormat } from '../../../electron/core/history/database/schema.ts';
import { openStoredDatabase } from '../../../electron/core/shared/sqlite/open-database.ts';
import { createStore, type OpenStore } from '../../../electron/core/history/store.ts';
import { ModelHistory, type ModelConversation } from './model-history.ts';
import { endWith } from './open-test-history.ts';
import { must } from '../../support/must.ts';

const operations = [
  'begin',
  'ask',
  'ask',
  'ask',
  'answer',
  'answer',
  'interrupted answer',
  'use',
  'delete',
  'delete',
  'bring back',
  'bring back',
  'pin',
  'archive',
  'trash',
  'restore',
  'purge',
  'name',
  'move',
  'reopen',
] as const;
const steps = fc.array(
  fc.record({ operation: fc.constantFrom(...operations), a: fc.nat(), b: fc.nat(), wait: fc.constantFrom(0, 0, 1, 400, 1000, 100_000) }),
  { maxLength: 60 },
);

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
const textOf = (message: StoredMessage): string =>
  message.role === 'assistant' ? message.answer.parts.map((part) => ('text' in part ? part.text : '')).join('') : message.text;
const summary = ({ id, title, folder, isPinned }: Pick<ModelConversation, 'id' | 'title' | 'folder' | 'isPinned'>): string =>
  JSON.stringify([id, title, folder, isPinned]);
const control = { signal: new AbortController().signal, progress: () => undefined, reportChanges: () => undefined };

test('matches a simple model after any sequence of operations', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'causeway-test-'));
      let now = Date.UTC(2026, 0, 1);
      let closing: (() => void) | undefined;
      let catchUp: (() => void) | undefined;
      const open = (): OpenStore['store'] => {
        closing?.();
        const { db } = openStoredDatabase(historyFormat, { file: path.join(folder, 'history.db'), now });
        db.exec('PRAGMA synchronous = OFF'); // this doesn't test the disk
        closing = db.close;
        const { store, index, cleanUp } = createStore(db, () => now);
        catchUp = () => {
          while (index.catchUp(1000));
        };
        cleanUp();
        return store;
      };
      let store = open();
      const model = new ModelHistory();
      let words = 0;

      const step = ({
        operation,
        a,
        b,
      }: {
        readonly operation: (typeof operations)[number];
        readonly a: number;
        readonly b: number;
      }): void => {
        const conversation = pick(model.conversations, a);
        if (operation === 'begin' || !conversation) {
          words += 1;
          model.begin(must(store.begin({ kind: 'chat', title: `title${words}`, settings: plainConversationSettings })).id, `title${words}`);
          return;
        }
        const { id: conversationId } = conversation;
        const visible = model.visible(conversation);
        const message = pick(visible, b);
        switch (operation) {
          case 'ask': {
            words += 1;
            const parentId = b % 5 === 0 ? null : (message?.id ?? null);
            const added = must(store.add({ conversationId, parentId, role: 'user', text: `word${words}end`, attachments: [] }));
            model.add(conversation, added.id, parentId, `word${words}end`);
            return;
          }
          case 'answer':
          case 'interrupted answer': {
            words += 1;
            const text = `word${words}end`;
            const parentId = message?.id ?? null;
            const { id } = must(store.add({ conversationId, parentId, role: 'assistant', model: 'm', mode: 'proxy' }));
            if (operation === 'answer') must(store.finish({ messageId: id, end: endWith(text) }));
            else {
              must(store.grow([{ messageId: id, deltas: [{ kind: 'part', index: 0, part: { kind: 'text', text: '' } }] }]));
              must(store.grow([{ messageId: id, deltas: [{ kind: 'append', index: 0, text }] }]));
              store = open();
            }
            model.add(conversation, id, parentId, text);
            return;
          }
          case 'use':
            if (!message) return;
            must(store.open({ id: conversationId, at: message.id, limit: 5 }));
            model.use(conversation, message.id);
            return;
          case 'delete':
            if (!message) return;
            if (store.deleteMessage({ messageId: message.id }).ok === conversation.isTrashed)
              throw new Error('what is in the trash stays as it is');
            if (!conversation.isTrashed) model.remove(conversation, message);
            return;
          case 'bring back': {
            const gone = pick(
              [...conversation.messages.values()].filter(({ removedWith }) => removedWith !== null),
              b,
            );
            if (
              gone &&
              store.restoreMessage({ messageId: gone.id }).ok !== (!conversation.isTrashed && model.bringBack(conversation, gone))
            )
              throw new Error('brought back by one only');
            return;
          }
          case 'pin':
            conversation.isPinned = !conversation.isPinned;
            must(store.change({ id: conversationId, change: { isPinned: conversation.isPinned } }));
            return;
          case 'archive':
            conversation.isArchived = !conversation.isArchived;
            must(store.change({ id: conversationId, change: { isArchived: conversation.isArchived } }));
            return;
          case 'trash':
          case 'restore':
            conversation.isTrashed = operation === 'trash';
            must(store[operation]({ ids: [conversationId] }));
            return;
          case 'purge':
            must(store.purge({ ids: [conversationId] }));
            model.conversations.splice(model.conversations.indexOf(conversation), 1);
            return;
          case 'name':
            conversation.title = `named${b}`;
            must(store.change({ id: conversationId, change: { title: conversation.title } }));
            return;
          case 'move':
            conversation.folder = b % 3 === 0 ? null : `folder${b % 3}`;
            must(store.change({ id: conversationId, change: { folder: conversation.folder } }));
            return;
          case 'reopen':
            store = open();
        }
      };

      const compare = async (): Promise<void> => {
        catchUp?.();
        const shelf = (of: ModelConversation): string => (of.isTrashed ? 'trash' : of.isArchived ? 'archived' : 'current');
        for (const name of ['current', 'archived', 'trash'] as const) {
          const { conversations } = must(store.list({ shelf: name, limit: 500 }));
          const expected = model.conversations.filter((each) => shelf(each) === name);
          expect(new Set(conversations.map(summary))).toEqual(new Set(expected.map(summary)));
          expect(conversations).toHaveLength(expected.length);
          expect(conversations.map(({ isPinned }) => Number(isPinned))).toEqual(
            conversations.map(({ isPinned }) => Number(isPinned)).toSorted((x, y) => y - x),
          );
        }
        for (const conversation of model.conversations) {
          const branch = model.path(conversation, conversation.leaf);
          const { messages } = must(store.open({ id: conversation.id, at: null, limit: 500 }));
          expect(messages.map(textOf)).toEqual(branch.map(({ text }) => text));
          expect(messages.map(({ siblings }) => siblings)).toEqual(
            branch.map(({ parent }) => model.children(conversation, parent).map(({ id }) => id)),
          );
          for (const message of conversation.messages.values()) {
            const isFound = message.removedWith === null && !conversation.isTrashed;
            const { hits } = must(await store.search({ text: message.text, limit: 5 }, control));
            expect(hits.map(({ messageId }) => messageId)).toEqual(isFound ? [message.id] : []);
          }
        }
      };

      try {
        for (const each of list) {
          step(each);
          now += each.wait;
        }
        await compare();
        store = open();
        await compare();
      } finally {
        closing?.();
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    { numRuns: 40 },
  );
});
