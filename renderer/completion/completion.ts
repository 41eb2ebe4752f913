import { plainConversationSettings } from '../../electron/contract/constants.ts';
import type { AnswerDelta, AnswerPart } from '../../electron/contract/answer.ts';
import type { Failure } from '../../electron/contract/failure.ts';
import type { Conversation, ConversationSettings, StoredAnswer, MessagePage } from '../../electron/contract/history.ts';
import { snapshotParts } from '../state/streaming-answer.ts';
import type { Session } from '../state/session.ts';
import { createStore, type Store, type WritableStore } from '../state/store.ts';
import { createCompletionDraft, type RestoredCompletion } from './completion-draft.ts';
import { applyEdit, emptyAuthoredText, appendModelText, authoredTextWith, type AuthoredText, type TextRange } from './authored-text.ts';

/** The state of the latest continuation. */
export type CompletionRun =
  | { readonly kind: 'idle' }
  | { readonly kind: 'beginning' }
  | { readonly kind: 'writing'; readonly messageId: string }
  | { readonly kind: 'over'; readonly message: StoredAnswer }
  | { readonly kind: 'failed'; readonly failure: Failure };

interface UndoState {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** A text that the model continues. */
export interface Completion {
  readonly text: Store<AuthoredText>;
  readonly run: Store<CompletionRun>;
  /** The saved conversation, or null if the text has not been sent yet. */
  readonly conversation: Store<Conversation | null>;
  readonly settings: WritableStore<ConversationSettings>;
  readonly undoState: Store<UndoState>;
  readonly edit: (text: string) => void;
  /** Asks the model to continue from the end of the text. */
  readonly continueText: (settings: ConversationSettings) => Promise<void>;
  readonly stop: () => void;
  /** Undoes the last continuation, or the edits since. */
  readonly undo: () => void;
  readonly redo: () => void;
  readonly open: (id: string) => Promise<void>;
  readonly startNew: () => void;
  /** Saves unsaved changes now. */
  readonly flush: () => void;
}

const defaultSettings: ConversationSettings = { ...plainConversationSettings, parameters: { maxTokens: 256 } };

/** The number of messages read from a saved text, two per step. Authorship of earlier text is lost. */
const messageLimit = 60;

/** Creates a completion and restores an unfinished text. `folderForNew` returns the folder for a new text. */
export function createCompletion(
  { bridge: { call, on }, streamingAnswers, report }: Session,
  folderForNew: () => string | undefined,
): Completion {
  const text = createStore(emptyAuthoredText);
  const run = createStore<CompletionRun>({ kind: 'idle' });
  const shown = createStore<Conversation | null>(null);
  const settings = createStore(defaultSettings);
  const undoState = createStore<UndoState>({ canUndo: false, canRedo: false });
  const draft = createCompletionDraft(call);
  /** The saved conversation's id, known before it is loaded. */
  let keptId: string | null = null;
  /** Undo and redo stacks: the texts before each continuation and each series of edits. */
  let before: readonly AuthoredText[] = [];
  let after: readonly AuthoredText[] = [];
  /** Whether the last step was an edit. Further edits belong to the same step, which is saved nowhere else. */
  let isWriting = false;
  /** Events that arrived before the response told which message they belong to. */
  let earlyEvents: { readonly messageId: string; readonly take: () => void }[] = [];
  let isStopRequested = false;

  const write = (next: AuthoredText) => {
    text.write(next);
    draft.save(next, { keptId, isGrowing: run.read().kind === 'writing' });
  };
  const remember = (past: readonly AuthoredText[], future: readonly AuthoredText[] = []) => {
    before = past.slice(-50);
    after = future;
    isWriting = false;
    undoState.write({ canUndo: before.length > 0, canRedo: after.length > 0 });
  };
  /** Returns the text that would be lost when another one replaces it. */
  const unsavedTexts = (): readonly AuthoredText[] => (isWriting && text.read().text !== '' ? [text.read()] : []);
  const attachTo = (conversation: Conversation) => {
    keptId = conversation.id;
    shown.write(conversation);
    settings.write(conversation.settings);
  };
  /** Shows a saved text with one step to undo. `known` overrides the authorship before that step. */
  const show = ({ conversation, messages }: MessagePage, past: readonly AuthoredText[], known?: readonly TextRange[]) => {
    const answer = messages.findLast((message) => message.role === 'assistant');
    const replayed = replayAuthors(answer === undefined ? messages : messages.slice(0, messages.indexOf(answer)));
    attachTo(conversation);
    const first = known === undefined ? replayed : authoredTextWith(replayed.text, known);
    remember([...past, ...(answer === undefined ? [] : [first])]);
    run.write(
      answer === undefined
        ? { kind: 'idle' }
        : answer.state === 'running'
          ? { kind: 'writing', messageId: answer.id }
          : { kind: 'over', message: answer },
    );
    const parts =
      answer === undefined ? [] : answer.state === 'running' ? snapshotParts(streamingAnswers.forMessage(answer)) : answer.answer.parts;
    write(appendModelText(first, textOf(parts)));
  };
  const restore = async ({ text: page, keptId: id, isGrowing }: RestoredCompletion) => {
    if (text.read().text !== '' || page.text === '') return;
    text.write(page);
    isWriting = true;
    if (id === null) return;
    const result = await call('history.open', { id, at: null, limit: 2 });
    // purged, or the user has opened another text
    if (!result.ok || keptId !== null || text.read().text === '') return;
    const isUnchanged = text.read() === page && (isGrowing || wholeText(result.value) === page.text);
    if (isUnchanged) show(result.value, [], page.byModel);
    else attachTo(result.value.conversation);
  };
  void draft.restored.then(restore);

  const grow = (deltas: readonly AnswerDelta[]) => {
    const more = deltas.map((delta) =>
      delta.kind === 'append' ? delta.text : delta.kind === 'part' && delta.part.kind === 'text' ? delta.part.text : '',
    );
    write(appendModelText(text.read(), more.join('')));
  };
  const end = (message: StoredAnswer) => {
    const base = before.at(-1);
    run.write({ kind: 'over', message });
    if (base !== undefined) write(appendModelText(base, textOf(message.answer.parts)));
    draft.flush();
  };
  const onRunEvent = (messageId: string, take: () => void) => {
    const now = run.read();
    if (now.kind === 'writing' && now.messageId === messageId) take();
    else if (now.kind === 'beginning') earlyEvents.push({ messageId, take });
  };
  on('chat.progress', ({ messageId, deltas }) => {
    onRunEvent(messageId, () => {
      grow(deltas);
    });
  });
  on('chat.message', (message) => {
    if (message.role !== 'assistant') return;
    onRunEvent(message.id, () => {
      const start = before.at(-1);
      if (message.state !== 'running') end(message);
      // sent again to a window that was reloaded: later deltas build on it
      else if (start !== undefined) write(appendModelText(start, textOf(message.answer.parts)));
    });
  });
  on('history.changed', (conversations) => {
    const changed = conversations.find(({ id }) => id === shown.read()?.id);
    if (changed !== undefined) shown.write(changed);
  });

  const stop = async () => {
    if (run.read().kind === 'beginning') isStopRequested = true; // the run has no id yet, so it is stopped later
    else if (keptId !== null) await stopConversation(keptId);
  };
  const stopConversation = async (conversationId: string) => {
    const result = await call('chat.stop', { conversationId });
    if (!result.ok) report(result.failure);
  };

  return {
    text,
    run,
    conversation: shown,
    settings,
    undoState,
    flush: draft.flush,
    edit: (next) => {
      const current = text.read();
      if (!isWriting) remember(current.text === '' ? before : [...before, current]);
      isWriting = true;
      write(applyEdit(current, next));
    },
    continueText: async (requested) => {
      const prompt = text.read().text;
      if (prompt === '' || run.read().kind === 'beginning' || run.read().kind === 'writing') return;
      run.write({ kind: 'beginning' });
      earlyEvents = [];
      isStopRequested = false;
      remember([...before, text.read()]);
      const folder = keptId === null ? folderForNew() : undefined;
      const result = await call('chat.complete', {
        conversationId: keptId,
        prompt,
        settings: requested,
        ...(folder !== undefined && { folder }),
      });
      if (!result.ok) {
        remember(before.slice(0, -1));
        run.write({ kind: 'failed', failure: result.failure });
        return;
      }
      const { conversationId, messageId } = result.value;
      keptId = conversationId;
      run.write({ kind: 'writing', messageId });
      write(text.read());
      draft.flush();
      for (const event of earlyEvents) if (event.messageId === messageId) event.take();
      if (isStopRequested) await stopConversation(conversationId);
      const opened = await call('history.open', { id: conversationId, at: null, limit: 1 });
      if (opened.ok && keptId === conversationId) shown.write(opened.value.conversation);
    },
    stop: () => void stop(),
    undo: () => {
      const last = before.at(-1);
      if (last === undefined) return;
      remember(before.slice(0, -1), [text.read(), ...after]);
      write(last);
      run.write({ kind: 'idle' });
    },
    redo: () => {
      const [next, ...others] = after;
      if (next === undefined) return;
      remember([...before, text.read()], others);
      write(next);
      run.write({ kind: 'idle' });
    },
    open: async (id) => {
      const result = await call('history.open', { id, at: null, limit: messageLimit });
      if (!result.ok) {
        report(result.failure);
        return;
      }
      show(result.value, unsavedTexts());
    },
    startNew: () => {
      remember(unsavedTexts());
      keptId = null;
      shown.write(null);
      run.write({ kind: 'idle' });
      write(emptyAuthoredText);
      draft.flush();
    },
  };
}

function textOf(parts: readonly AnswerPart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

/** Replays the steps of a saved text to find out who wrote what. Each continues the one before or the user's edit of it. */
function replayAuthors(messages: MessagePage['messages']): AuthoredText {
  return messages.reduce((passage, message) => {
    if (message.role === 'assistant') return appendModelText(passage, textOf(message.answer.parts));
    // An undone step leaves the text before it untouched.
    return passage.text.startsWith(message.text) ? authoredTextWith(message.text, passage.byModel) : applyEdit(passage, message.text);
  }, emptyAuthoredText);
}

/** Returns a saved text: the prompts and the continuations. */
function wholeText({ messages }: MessagePage): string {
  return messages.map((message) => (message.role === 'assistant' ? textOf(message.answer.parts) : message.text)).join('');
}
