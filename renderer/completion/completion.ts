import { plainConversationSettings } from '../../electron/contract/constants.ts';
import type { AnswerDelta, AnswerPart } from '../../electron/contract/answer.ts';
import type { Failure } from '../../electron/contract/failure.ts';
import type { Conversation, ConversationSettings, StoredAnswer, MessagePage } from '../../electron/contract/history.ts';
import { snapshotParts } from '../state/streaming-answer.ts';
import type { Session } from '../state/session.ts';
import { createStore, type Store, type WritableStore } from '../state/store.ts';
import { createCompletionDraft, type RestoredCompletion } from './completion-draft.ts';
import { edited, emptyAuthoredText, grown, authoredTextWith, type AuthoredText, type Range } from './authored-text.ts';

/** How the last continuation goes or went. */
export type CompletionRun =
  | { readonly kind: 'idle' }
  | { readonly kind: 'beginning' }
  | { readonly kind: 'writing'; readonly messageId: string }
  | { readonly kind: 'over'; readonly message: StoredAnswer }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Whether there is something to take back, and something taken back. */
interface Steps {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** A text that the model goes on with. */
export interface Completion {
  readonly passage: Store<AuthoredText>;
  readonly going: Store<CompletionRun>;
  /** The kept text that is open; null: it was not kept yet. */
  readonly shown: Store<Conversation | null>;
  readonly settings: WritableStore<ConversationSettings>;
  readonly steps: Store<Steps>;
  readonly edit: (text: string) => void;
  /** Has the model go on from the end of the text. */
  readonly goOn: (settings: ConversationSettings) => Promise<void>;
  readonly stop: () => void;
  /** Takes the last continuation back, or what was written since. */
  readonly undo: () => void;
  readonly redo: () => void;
  readonly open: (id: string) => Promise<void>;
  readonly startNew: () => void;
  /** Keeps what is not kept yet. */
  readonly flush: () => void;
}

const plain: ConversationSettings = { ...plainConversationSettings, parameters: { maxTokens: 256 } };

/** Of a kept text so many messages are read, two a step: what the model wrote before them is no longer told apart. */
const stepsRead = 60;

/** Makes it; a text that was being written when the window closed returns. `folderForNew` is where a text that is first kept now is put. */
export function createCompletion(
  { bridge: { call, on }, streamingAnswers, report }: Session,
  folderForNew: () => string | undefined,
): Completion {
  const passage = createStore(emptyAuthoredText);
  const going = createStore<CompletionRun>({ kind: 'idle' });
  const shown = createStore<Conversation | null>(null);
  const settings = createStore(plain);
  const steps = createStore<Steps>({ canUndo: false, canRedo: false });
  const draft = createCompletionDraft(call);
  /** The kept text that is open, known before it is read. */
  let keptId: string | null = null;
  /** The texts before each continuation and each stretch of writing, and those that were taken back. */
  let before: readonly AuthoredText[] = [];
  let after: readonly AuthoredText[] = [];
  /** Whether the user's last step was to write: then more writing belongs to it, and it is kept nowhere but here. */
  let isWriting = false;
  /** What was heard before the answer to the question told whose it is. */
  let early: { readonly messageId: string; readonly take: () => void }[] = [];
  let isStopWanted = false;

  const write = (next: AuthoredText) => {
    passage.write(next);
    draft.keep(next, { keptId, isGrowing: going.read().kind === 'writing' });
  };
  const remember = (past: readonly AuthoredText[], future: readonly AuthoredText[] = []) => {
    before = past.slice(-50);
    after = future;
    isWriting = false;
    steps.write({ canUndo: before.length > 0, canRedo: after.length > 0 });
  };
  /** What would be lost with another text in its place. */
  const unkept = (): readonly AuthoredText[] => (isWriting && passage.read().text !== '' ? [passage.read()] : []);
  const belongTo = (conversation: Conversation) => {
    keptId = conversation.id;
    shown.write(conversation);
    settings.write(conversation.settings);
  };
  /** Shows a kept text as it is now, with one step to take back; `known` is who wrote what before that step, where that is known better. */
  const show = ({ conversation, messages }: MessagePage, past: readonly AuthoredText[], known?: readonly Range[]) => {
    const answer = messages.findLast((message) => message.role === 'assistant');
    const written = writtenBy(answer === undefined ? messages : messages.slice(0, messages.indexOf(answer)));
    belongTo(conversation);
    const first = known === undefined ? written : authoredTextWith(written.text, known);
    remember([...past, ...(answer === undefined ? [] : [first])]);
    going.write(
      answer === undefined
        ? { kind: 'idle' }
        : answer.state === 'running'
          ? { kind: 'writing', messageId: answer.id }
          : { kind: 'over', message: answer },
    );
    const parts =
      answer === undefined ? [] : answer.state === 'running' ? snapshotParts(streamingAnswers.forMessage(answer)) : answer.answer.parts;
    write(grown(first, textOf(parts)));
  };
  const comeBack = async ({ passage: page, keptId: id, isGrowing }: RestoredCompletion) => {
    if (passage.read().text !== '' || page.text === '') return;
    passage.write(page);
    isWriting = true;
    if (id === null) return;
    const result = await call('history.open', { id, at: null, limit: 2 });
    // gone for good meanwhile, or the user went on to another text
    if (!result.ok || keptId !== null || passage.read().text === '') return;
    const isAsKept = passage.read() === page && (isGrowing || textIn(result.value) === page.text);
    if (isAsKept) show(result.value, [], page.byModel);
    else belongTo(result.value.conversation);
  };
  void draft.returned.then(comeBack);

  const grow = (deltas: readonly AnswerDelta[]) => {
    const more = deltas.map((delta) =>
      delta.kind === 'append' ? delta.text : delta.kind === 'part' && delta.part.kind === 'text' ? delta.part.text : '',
    );
    write(grown(passage.read(), more.join('')));
  };
  const end = (message: StoredAnswer) => {
    const start = before.at(-1);
    going.write({ kind: 'over', message });
    if (start !== undefined) write(grown(start, textOf(message.answer.parts)));
    draft.flush();
  };
  const hear = (messageId: string, take: () => void) => {
    const now = going.read();
    if (now.kind === 'writing' && now.messageId === messageId) take();
    else if (now.kind === 'beginning') early.push({ messageId, take });
  };
  on('chat.progress', ({ messageId, deltas }) => {
    hear(messageId, () => {
      grow(deltas);
    });
  });
  on('chat.message', (message) => {
    if (message.role !== 'assistant') return;
    hear(message.id, () => {
      const start = before.at(-1);
      if (message.state !== 'running') end(message);
      // told anew, to a window that came late: what is told from now on follows on this
      else if (start !== undefined) write(grown(start, textOf(message.answer.parts)));
    });
  });
  on('history.changed', (conversations) => {
    const own = conversations.find(({ id }) => id === shown.read()?.id);
    if (own !== undefined) shown.write(own);
  });

  const stop = async () => {
    if (going.read().kind === 'beginning') isStopWanted = true; // it has no name yet by which it could be stopped
    else if (keptId !== null) await stopKept(keptId);
  };
  const stopKept = async (conversationId: string) => {
    const result = await call('chat.stop', { conversationId });
    if (!result.ok) report(result.failure);
  };

  return {
    passage,
    going,
    shown,
    settings,
    steps,
    flush: draft.flush,
    edit: (text) => {
      const now = passage.read();
      if (!isWriting) remember(now.text === '' ? before : [...before, now]);
      isWriting = true;
      write(edited(now, text));
    },
    goOn: async (asked) => {
      const { text } = passage.read();
      if (text === '' || going.read().kind === 'beginning' || going.read().kind === 'writing') return;
      going.write({ kind: 'beginning' });
      early = [];
      isStopWanted = false;
      remember([...before, passage.read()]);
      const folder = keptId === null ? folderForNew() : undefined;
      const result = await call('chat.complete', {
        conversationId: keptId,
        prompt: text,
        settings: asked,
        ...(folder !== undefined && { folder }),
      });
      if (!result.ok) {
        remember(before.slice(0, -1));
        going.write({ kind: 'failed', failure: result.failure });
        return;
      }
      const { conversationId, messageId } = result.value;
      keptId = conversationId;
      going.write({ kind: 'writing', messageId });
      write(passage.read());
      draft.flush();
      for (const heard of early) if (heard.messageId === messageId) heard.take();
      if (isStopWanted) await stopKept(conversationId);
      const opened = await call('history.open', { id: conversationId, at: null, limit: 1 });
      if (opened.ok && keptId === conversationId) shown.write(opened.value.conversation);
    },
    stop: () => void stop(),
    undo: () => {
      const last = before.at(-1);
      if (last === undefined) return;
      remember(before.slice(0, -1), [passage.read(), ...after]);
      write(last);
      going.write({ kind: 'idle' });
    },
    redo: () => {
      const [next, ...others] = after;
      if (next === undefined) return;
      remember([...before, passage.read()], others);
      write(next);
      going.write({ kind: 'idle' });
    },
    open: async (id) => {
      const result = await call('history.open', { id, at: null, limit: stepsRead });
      if (!result.ok) {
        report(result.failure);
        return;
      }
      show(result.value, unkept());
    },
    startNew: () => {
      remember(unkept());
      keptId = null;
      shown.write(null);
      going.write({ kind: 'idle' });
      write(emptyAuthoredText);
      draft.flush();
    },
  };
}

function textOf(parts: readonly AnswerPart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

/** Who wrote what in a kept text: each step goes on with the one before it, or with what the user made of that. */
function writtenBy(messages: MessagePage['messages']): AuthoredText {
  return messages.reduce((passage, message) => {
    if (message.role === 'assistant') return grown(passage, textOf(message.answer.parts));
    // A step that was taken back leaves what came before it untouched.
    return passage.text.startsWith(message.text) ? authoredTextWith(message.text, passage.byModel) : edited(passage, message.text);
  }, emptyAuthoredText);
}

/** A kept text as a whole: what was asked with, and what the model went on with. */
function textIn({ messages }: MessagePage): string {
  return messages.map((message) => (message.role === 'assistant' ? textOf(message.answer.parts) : message.text)).join('');
}
