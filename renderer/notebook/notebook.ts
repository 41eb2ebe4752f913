import { plainConversationSettings } from '../../electron/contract/constants.ts';
import type { AnswerProgress, CompletionStarted } from '../../electron/contract/chat-turn.ts';
import type { Failure, Result } from '../../electron/contract/failure.ts';
import type { Conversation, ConversationSettings, MessagePage, StoredAnswer } from '../../electron/contract/history.ts';
import type { TokenAlternative } from '../../electron/contract/tokens.ts';
import type { TokenTrack } from '../shared/token-track.ts';
import { snapshotParts } from '../state/streaming-answer.ts';
import type { Session } from '../state/session.ts';
import { createStore, type Store, type WritableStore } from '../state/store.ts';
import { createNotebookDraft, type RestoredNotebook } from './notebook-draft.ts';
import { applyEdit, emptyNotebookText, insertContinuation, notebookTextWith, replaySteps, type NotebookText } from './notebook-text.ts';
import { deltaText, parentOfStep, textOf, toSteps, upTo } from './saved-messages.ts';
import { createTokenTracks, type TokenTracks } from './token-tracks.ts';

/** The state of the latest continuations. */
export type NotebookRun =
  | { readonly kind: 'idle' }
  | { readonly kind: 'beginning' }
  | { readonly kind: 'writing' }
  | { readonly kind: 'over'; readonly message: StoredAnswer }
  | { readonly kind: 'failed'; readonly failure: Failure };

interface UndoState {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** One of the continuations that were requested together. */
export interface Continuation {
  readonly messageId: string;
  readonly text: string;
  readonly isWriting: boolean;
}

/** The latest continuations, and the one that is part of the text. */
export interface Continuations {
  readonly all: readonly Continuation[];
  readonly shownId: string | null;
}

/** Where the cursor goes, once. */
interface CaretRequest {
  readonly at: number;
}

/** Where to continue a text, and how often. */
export interface ContinueRequest {
  readonly settings: ConversationSettings;
  /** Null continues at the end. */
  readonly cursor: number | null;
  readonly count: number;
}

/** A token of a continuation, and the alternative to take instead. */
export interface AlternativeChoice {
  readonly messageId: string;
  readonly token: number;
  readonly alternative: number;
  readonly chosen: TokenAlternative;
}

/** A text that models continue, in branches. */
export interface Notebook {
  readonly text: Store<NotebookText>;
  readonly tokens: TokenTracks;
  readonly run: Store<NotebookRun>;
  readonly continuations: Store<Continuations>;
  /** Where the cursor belongs after the text was changed by the model. */
  readonly caret: Store<CaretRequest | null>;
  /** The saved conversation, or null if nothing is saved yet. */
  readonly conversation: Store<Conversation | null>;
  /** The message that the text follows, or null. */
  readonly nodeId: Store<string | null>;
  readonly settings: WritableStore<ConversationSettings>;
  readonly undoState: Store<UndoState>;
  readonly edit: (text: string) => void;
  readonly continueText: (request: ContinueRequest) => Promise<void>;
  /** Replaces a token by an alternative and continues from there, as another branch. */
  readonly takeAlternative: (choice: AlternativeChoice, settings: ConversationSettings) => Promise<void>;
  /** Makes one of several continuations the text. */
  readonly choose: (messageId: string) => Promise<void>;
  readonly stop: () => void;
  /** Returns to the text before the last continuation, edit or change of branch. */
  readonly undo: () => void;
  readonly redo: () => void;
  readonly open: (id: string) => Promise<void>;
  /** Shows the text at a message. Edits are saved as a branch first. */
  readonly goTo: (messageId: string) => Promise<void>;
  readonly startNew: () => void;
  /** Starts a new text with a given beginning. */
  readonly startWith: (text: string) => void;
  /** Saves edits as a branch. Returns whether the text is saved now. */
  readonly save: () => Promise<boolean>;
  /** Saves unsaved changes now. */
  readonly flush: () => void;
}

const defaultSettings: ConversationSettings = { ...plainConversationSettings, parameters: { maxTokens: 256, logprobs: 10 } };

/** The number of messages read from a saved text, two per step. Authorship of earlier text is lost. */
const messageLimit = 60;

/** A state that undo returns to. */
interface Position {
  readonly text: NotebookText;
  readonly nodeId: string | null;
  /** The text as it is saved at that message, or in the request that followed. */
  readonly savedText: string;
}

/** A continuation that is growing or has ended. */
interface LiveContinuation {
  text: string;
  readonly track: TokenTrack;
  message: StoredAnswer | null;
}

/** The continuations since the last request, and the text they go into. */
interface LiveRun {
  readonly base: NotebookText;
  readonly at: number;
  readonly answers: ReadonlyMap<string, LiveContinuation>;
  shownId: string;
}

const noContinuations: Continuations = { all: [], shownId: null };

/** Creates a notebook and restores an unfinished text. `folderForNew` returns the folder for a new text. */
export function createNotebook(
  { bridge: { call, on }, streamingAnswers, report }: Session,
  folderForNew: () => string | undefined,
): Notebook {
  const text = createStore(emptyNotebookText);
  const tokens = createTokenTracks(call);
  const run = createStore<NotebookRun>({ kind: 'idle' });
  const continuations = createStore(noContinuations);
  const caret = createStore<CaretRequest | null>(null);
  const shown = createStore<Conversation | null>(null);
  const nodeId = createStore<string | null>(null);
  const settings = createStore(defaultSettings);
  const undoState = createStore<UndoState>({ canUndo: false, canRedo: false });
  const draft = createNotebookDraft(call);
  /** The saved conversation's id, known before it is loaded. */
  let keptId: string | null = null;
  /** The text at the message that it follows. Anything else is an edit that is saved nowhere. */
  let savedText = '';
  let live: LiveRun | null = null;
  /** Undo and redo stacks: the texts before each continuation, each change of branch and each series of edits. */
  let before: readonly Position[] = [];
  let after: readonly Position[] = [];
  /** Whether the last step was an edit. Further edits belong to the same step. */
  let isWriting = false;
  /** Events that arrived before the response told which messages they belong to. */
  let earlyEvents: { readonly messageId: string; readonly take: () => void }[] = [];
  let isStopRequested = false;

  const isBusy = (): boolean => run.read().kind === 'beginning' || run.read().kind === 'writing';
  const here = (): Position => ({ text: text.read(), nodeId: nodeId.read(), savedText });
  const saveDraft = () => {
    draft.save(text.read(), { keptId, nodeId: nodeId.read(), isGrowing: run.read().kind === 'writing' });
  };
  const write = (next: NotebookText) => {
    text.write(next);
    saveDraft();
  };
  const remember = (past: readonly Position[], future: readonly Position[] = []) => {
    before = past.slice(-50);
    after = future;
    isWriting = false;
    undoState.write({ canUndo: before.length > 0, canRedo: after.length > 0 });
  };
  /** Returns the text that would be lost when another one replaces it. */
  const unsaved = (): readonly Position[] => (text.read().text !== '' && text.read().text !== savedText ? [here()] : []);
  const attachTo = (conversation: Conversation) => {
    keptId = conversation.id;
    shown.write(conversation);
    settings.write(conversation.settings);
  };
  const moveTo = (position: Position) => {
    live = null;
    continuations.write(noContinuations);
    nodeId.write(position.nodeId);
    savedText = position.savedText;
    run.write({ kind: 'idle' });
    write(position.text);
  };

  /** Shows the growing continuation in the text. */
  const drawLive = () => {
    if (live === null) return;
    const answer = live.answers.get(live.shownId);
    if (!answer) return;
    text.write(insertContinuation(live.base, live.at, answer.text, live.shownId));
    if (live.answers.size > 1) listContinuations();
  };
  const listContinuations = () => {
    if (live === null) return;
    const all = [...live.answers].map(([messageId, { text: own, message }]) => ({ messageId, text: own, isWriting: message === null }));
    continuations.write({ all, shownId: live.shownId });
  };
  const startLive = (base: NotebookText, at: number, ids: readonly string[], start?: { text: string; track: TokenTrack | undefined }) => {
    const [first] = ids;
    if (first === undefined) return;
    const answers = ids.map((id): [string, LiveContinuation] => [
      id,
      { text: start?.text ?? '', track: tokens.start(id, start?.track), message: null },
    ]);
    live = { base, at, answers: new Map(answers), shownId: first };
    nodeId.write(first);
    run.write({ kind: 'writing' });
    continuations.write(noContinuations);
    drawLive();
    saveDraft(); // the main process saves what the model writes
  };

  const grow = ({ messageId, deltas, tokens: batch }: AnswerProgress) => {
    const answer = live?.answers.get(messageId);
    if (!answer || answer.message !== null) return;
    answer.text += deltas.map(deltaText).join('');
    if (batch?.from === answer.track.count()) {
      answer.track.append(batch.tokens, answer.text);
      tokens.changed();
    }
    if (live?.shownId === messageId || live?.answers.size !== 1) drawLive();
  };
  const end = (message: StoredAnswer) => {
    const answer = live?.answers.get(message.id);
    if (!live || !answer) return;
    answer.text = textOf(message.answer.parts);
    if (message.state === 'running') {
      // sent again to a window that was reloaded: later deltas build on it
      drawLive();
      return;
    }
    answer.message = message;
    if (message.answer.tokenCount !== undefined) void tokens.load(message.id, answer.text); // aligned with the whole text now
    drawLive();
    if ([...live.answers.values()].some((each) => each.message === null)) return;
    finishRun(live);
  };
  const finishRun = ({ at, answers, shownId }: LiveRun) => {
    const answer = answers.get(shownId);
    savedText = text.read().text;
    if (answer?.message) run.write({ kind: 'over', message: answer.message });
    caret.write({ at: at + (answer?.text.length ?? 0) });
    saveDraft();
    draft.flush();
  };
  const onRunEvent = (messageId: string, take: () => void) => {
    if (live?.answers.has(messageId) === true && run.read().kind === 'writing') take();
    else if (run.read().kind === 'beginning') earlyEvents.push({ messageId, take });
  };
  on('chat.progress', (progress) => {
    onRunEvent(progress.messageId, () => {
      grow(progress);
    });
  });
  on('chat.message', (message) => {
    if (message.role !== 'assistant') return;
    onRunEvent(message.id, () => {
      end(message);
    });
  });
  on('history.changed', (conversations) => {
    const changed = conversations.find(({ id }) => id === shown.read()?.id);
    if (changed !== undefined) shown.write(changed);
  });

  /** Shows a saved text with one step to undo. `known` overrides the authorship before that step. */
  const show = ({ conversation, messages }: MessagePage, past: readonly Position[], known?: NotebookText['byModel']) => {
    const last = messages.at(-1);
    const answer = last?.role === 'assistant' ? last : undefined;
    const replayed = replaySteps(toSteps(answer === undefined ? messages : messages.slice(0, -1)));
    const first = known === undefined ? replayed.text : notebookTextWith(replayed.text.text, known);
    attachTo(conversation);
    remember([...past, ...(answer === undefined ? [] : [{ text: first, nodeId: parentOfStep(messages), savedText: first.text }])]);
    for (const message of messages)
      if (message.role === 'assistant' && message.answer.tokenCount !== undefined)
        void tokens.load(message.id, textOf(message.answer.parts));
    continuations.write(noContinuations);
    live = null;
    if (answer?.state === 'running') {
      const parts = snapshotParts(streamingAnswers.forMessage(answer));
      startLive(first, replayed.at, [answer.id], { text: textOf(parts), track: undefined });
      savedText = first.text;
      return;
    }
    const whole = answer === undefined ? first : insertContinuation(first, replayed.at, textOf(answer.answer.parts), answer.id);
    nodeId.write(last?.id ?? null);
    savedText = whole.text;
    run.write(answer === undefined ? { kind: 'idle' } : { kind: 'over', message: answer });
    caret.write({ at: replayed.at + (whole.text.length - first.text.length) });
    write(whole);
  };
  const restore = async ({ text: page, keptId: id, nodeId: node, isGrowing }: RestoredNotebook) => {
    if (text.read().text !== '' || page.text === '') return;
    text.write(page);
    isWriting = true;
    if (id === null) return;
    const opened = await call('history.open', { id, at: node, limit: messageLimit });
    // purged, or the user has opened another text
    if (!opened.ok || keptId !== null || text.read().text === '') return;
    const messages = upTo(opened.value.messages, node);
    const isUnchanged = text.read() === page && (isGrowing || replaySteps(toSteps(messages)).text.text === page.text);
    if (isUnchanged) {
      show({ ...opened.value, messages }, [], isGrowing ? undefined : page.byModel);
      return;
    }
    attachTo(opened.value.conversation);
    nodeId.write(messages.at(-1)?.id ?? null);
    for (const { messageId } of page.byModel) {
      const message = messages.find(({ id: each }) => each === messageId);
      if (message?.role === 'assistant') void tokens.load(message.id, textOf(message.answer.parts));
    }
  };
  void draft.restored.then(restore);

  const stopConversation = async (conversationId: string) => {
    const result = await call('chat.stop', { conversationId });
    if (!result.ok) report(result.failure);
  };
  const stop = async () => {
    if (run.read().kind === 'beginning') isStopRequested = true; // the run has no id yet, so it is stopped later
    else if (keptId !== null) await stopConversation(keptId);
  };

  /** Requests continuations of `base` at a position, and shows them while they grow. */
  const startRun = async (
    base: NotebookText,
    at: number,
    request: () => Promise<Result<CompletionStarted>>,
    start?: { readonly text: string; readonly track: TokenTrack | undefined },
  ) => {
    run.write({ kind: 'beginning' });
    earlyEvents = [];
    isStopRequested = false;
    const earlier = here();
    remember([...before, earlier]);
    const result = await request();
    if (!result.ok) {
      remember(before.slice(0, -1));
      run.write({ kind: 'failed', failure: result.failure });
      return;
    }
    const { conversationId, messageId, messageIds } = result.value;
    keptId = conversationId;
    remember([...before.slice(0, -1), { ...earlier, savedText: earlier.text.text }]); // the request saved it
    startLive(base, at, messageIds.length === 0 ? [messageId] : messageIds, start);
    draft.flush();
    for (const event of earlyEvents) if (live?.answers.has(event.messageId) === true) event.take();
    if (isStopRequested) await stopConversation(conversationId);
    const opened = await call('history.open', { id: conversationId, at: null, limit: 1 });
    if (opened.ok && keptId === conversationId) shown.write(opened.value.conversation);
  };
  const place = () => {
    const folder = keptId === null ? folderForNew() : undefined;
    return { conversationId: keptId, parentId: nodeId.read(), ...(folder !== undefined && { folder }) };
  };
  const save = async (): Promise<boolean> => {
    const { text: whole } = text.read();
    if (whole === '' || isBusy()) return false;
    if (whole === savedText && keptId !== null) return true;
    const result = await call('chat.saveText', { ...place(), prompt: whole, settings: settings.read() });
    if (!result.ok) {
      report(result.failure);
      return false;
    }
    keptId = result.value.conversationId;
    nodeId.write(result.value.messageId);
    savedText = whole;
    saveDraft();
    const opened = await call('history.open', { id: keptId, at: null, limit: 1 });
    if (opened.ok && keptId === result.value.conversationId) shown.write(opened.value.conversation);
    return true;
  };
  const startNew = (first: NotebookText) => {
    remember(unsaved());
    keptId = null;
    shown.write(null);
    moveTo({ text: first, nodeId: null, savedText: '' });
    draft.flush();
  };

  return {
    text,
    tokens,
    run,
    continuations,
    caret,
    conversation: shown,
    nodeId,
    settings,
    undoState,
    save,
    flush: draft.flush,
    edit: (next) => {
      const current = text.read();
      if (!isWriting) remember(current.text === '' ? before : [...before, here()]);
      isWriting = true;
      write(applyEdit(current, next));
    },
    continueText: async ({ settings: requested, cursor, count }) => {
      const base = text.read();
      const at = cursor ?? base.text.length;
      const suffix = base.text.slice(at);
      if (at === 0 || isBusy()) return;
      await startRun(base, at, () =>
        call('chat.complete', {
          ...place(),
          prompt: base.text.slice(0, at),
          ...(suffix !== '' && { suffix }),
          ...(count > 1 && { count }),
          settings: requested,
        }),
      );
    },
    takeAlternative: async ({ messageId, token, alternative, chosen }, requested) => {
      if (isBusy()) return;
      const state = await call('history.completion', { messageId });
      if (!state.ok) {
        report(state.failure);
        return;
      }
      const { prompt, continuation, suffix } = state.value;
      const track = tokens.of(messageId);
      const from = track?.at(token).start ?? 0;
      const written = text.read();
      const isSame = written.text.startsWith(prompt);
      const base: NotebookText = { text: prompt + suffix, byModel: isSame ? notebookTextWith(prompt, written.byModel).byModel : [] };
      const kept = track?.sliced(token);
      const startText = continuation.slice(0, from) + chosen.text;
      kept?.append([chosen], startText);
      await startRun(base, prompt.length, () => call('chat.branchAtToken', { messageId, token, alternative, settings: requested }), {
        text: startText,
        track: kept,
      });
    },
    choose: async (messageId) => {
      if (live?.answers.has(messageId) !== true || live.shownId === messageId) return;
      live.shownId = messageId;
      nodeId.write(messageId);
      drawLive();
      listContinuations();
      if (isBusy() || keptId === null) return;
      finishRun(live);
      // the chosen branch is opened the next time
      const opened = await call('history.open', { id: keptId, at: messageId, limit: 1 });
      if (!opened.ok) report(opened.failure);
    },
    stop: () => void stop(),
    undo: () => {
      const last = before.at(-1);
      if (last === undefined) return;
      remember(before.slice(0, -1), [here(), ...after]);
      moveTo(last);
    },
    redo: () => {
      const [next, ...others] = after;
      if (next === undefined) return;
      remember([...before, here()], others);
      moveTo(next);
    },
    open: async (id) => {
      const result = await call('history.open', { id, at: null, limit: messageLimit });
      if (!result.ok) {
        report(result.failure);
        return;
      }
      show(result.value, unsaved());
    },
    goTo: async (messageId) => {
      const id = keptId;
      if (id === null || isBusy()) return;
      if (text.read().text !== savedText && text.read().text !== '' && !(await save())) return;
      const earlier = here();
      const opened = await call('history.open', { id, at: messageId, limit: messageLimit });
      if (!opened.ok) {
        report(opened.failure);
        return;
      }
      const past = before;
      show({ ...opened.value, messages: upTo(opened.value.messages, messageId) }, []);
      remember([...past, earlier]);
    },
    startNew: () => {
      startNew(emptyNotebookText);
    },
    startWith: (beginning) => {
      startNew({ text: beginning, byModel: [] });
    },
  };
}
