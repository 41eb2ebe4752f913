import type { AnswerDelta } from '../../electron/contract/answer.ts';
import type { Failure } from '../../electron/contract/failure.ts';
import type { Conversation, ConversationSettings, StoredAnswer } from '../../electron/contract/history.ts';
import { createDraftStore } from '../state/draft-store.ts';
import type { Session } from '../state/session.ts';
import { createStore, type Store, type WritableStore } from '../state/store.ts';
import { edited, emptyPassage, grown, type Passage } from './passage.ts';

/** How the last continuation goes or went. */
export type Going =
  | { readonly kind: 'idle' }
  | { readonly kind: 'beginning' }
  | { readonly kind: 'writing'; readonly messageId: string }
  | { readonly kind: 'over'; readonly message: StoredAnswer }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** A text that the model goes on with. */
export interface Complete {
  readonly passage: Store<Passage>;
  readonly going: Store<Going>;
  /** The kept text that is open; null: it was not kept yet. */
  readonly shown: Store<Conversation | null>;
  readonly settings: WritableStore<ConversationSettings>;
  readonly canUndo: Store<boolean>;
  readonly edit: (text: string) => void;
  /** Has the model go on from the end of the text. */
  readonly goOn: (settings: ConversationSettings) => Promise<void>;
  readonly stop: () => void;
  /** Takes the last continuation back. */
  readonly undo: () => void;
  readonly open: (id: string) => Promise<void>;
  readonly startNew: () => void;
  /** Keeps what is not kept yet. */
  readonly flush: () => void;
}

const plain: ConversationSettings = { model: null, systemPrompt: '', parameters: { maxTokens: 256 }, toolIds: [] };

/** Makes it; a text that was being written when the window closed returns. */
export function createComplete({ bridge: { call, on }, report }: Session): Complete {
  const passage = createStore(emptyPassage);
  const going = createStore<Going>({ kind: 'idle' });
  const shown = createStore<Conversation | null>(null);
  const settings = createStore(plain);
  const canUndo = createStore(false);
  const draft = createDraftStore(call, 'complete');
  /** The texts before each continuation. */
  let before: readonly Passage[] = [];
  /** What came before the answer to the question told whose it is. */
  let early: { readonly messageId: string; readonly deltas: readonly AnswerDelta[] }[] = [];

  const write = (next: Passage) => {
    passage.write(next);
    draft.edit(next.text);
  };
  const remember = (passages: readonly Passage[]) => {
    before = passages.slice(-50);
    canUndo.write(before.length > 0);
  };
  const ended = draft.subscribe(() => {
    const { text, safety } = draft.read();
    if (safety.kind === 'reading') return;
    ended();
    if (passage.read().text === '' && text !== '') passage.write({ text, byModel: [] });
  });

  const grow = (deltas: readonly AnswerDelta[]) => {
    const more = deltas.map((delta) =>
      delta.kind === 'append' ? delta.text : delta.kind === 'part' && delta.part.kind === 'text' ? delta.part.text : '',
    );
    write(grown(passage.read(), more.join('')));
  };
  on('chat.progress', ({ messageId, deltas }) => {
    const now = going.read();
    if (now.kind === 'writing' && now.messageId === messageId) grow(deltas);
    else if (now.kind === 'beginning') early.push({ messageId, deltas });
  });
  on('chat.message', (message) => {
    const now = going.read();
    if (message.role !== 'assistant' || message.state === 'running' || now.kind !== 'writing' || now.messageId !== message.id) return;
    const start = before.at(-1);
    if (start !== undefined) write(grown(start, textOf(message)));
    going.write({ kind: 'over', message });
    draft.flush();
  });
  on('history.changed', (conversations) => {
    const own = conversations.find(({ id }) => id === shown.read()?.id);
    if (own !== undefined) shown.write(own);
  });

  const stop = async () => {
    const id = shown.read()?.id;
    if (id === undefined) return;
    const result = await call('chat.stop', { conversationId: id });
    if (!result.ok) report(result.failure);
  };

  return {
    passage,
    going,
    shown,
    settings,
    canUndo,
    flush: draft.flush,
    edit: (text) => {
      write(edited(passage.read(), text));
    },
    goOn: async (asked) => {
      const { text } = passage.read();
      if (text === '' || going.read().kind === 'beginning' || going.read().kind === 'writing') return;
      going.write({ kind: 'beginning' });
      early = [];
      remember([...before, passage.read()]);
      const result = await call('chat.complete', { conversationId: shown.read()?.id ?? null, prompt: text, settings: asked });
      if (!result.ok) {
        remember(before.slice(0, -1));
        going.write({ kind: 'failed', failure: result.failure });
        return;
      }
      const { conversationId, messageId } = result.value;
      going.write({ kind: 'writing', messageId });
      for (const step of early) if (step.messageId === messageId) grow(step.deltas);
      early = [];
      const opened = await call('history.open', { id: conversationId, at: null, limit: 1 });
      if (opened.ok) shown.write(opened.value.conversation);
    },
    stop: () => void stop(),
    undo: () => {
      const last = before.at(-1);
      if (last === undefined) return;
      remember(before.slice(0, -1));
      write(last);
      going.write({ kind: 'idle' });
    },
    open: async (id) => {
      const result = await call('history.open', { id, at: null, limit: 2 });
      if (!result.ok) {
        report(result.failure);
        return;
      }
      const { conversation, messages } = result.value;
      const prompt = messages.findLast((message) => message.role === 'user');
      const answer = messages.findLast((message) => message.role === 'assistant');
      shown.write(conversation);
      settings.write(conversation.settings);
      const first: Passage = { text: prompt?.text ?? '', byModel: [] };
      remember(answer === undefined ? [] : [first]);
      write(answer === undefined ? first : grown(first, textOf(answer)));
      const isRunning = answer?.state === 'running';
      going.write(
        answer === undefined ? { kind: 'idle' } : isRunning ? { kind: 'writing', messageId: answer.id } : { kind: 'over', message: answer },
      );
    },
    startNew: () => {
      remember([]);
      shown.write(null);
      going.write({ kind: 'idle' });
      write(emptyPassage);
      draft.flush();
    },
  };
}

function textOf({ answer }: StoredAnswer): string {
  return answer.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}
