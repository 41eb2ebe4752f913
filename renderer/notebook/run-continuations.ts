import type { ContinuationsStarted } from '../../electron/contract/chat-turn.ts';
import type { Failure, Result } from '../../electron/contract/failure.ts';
import type { StoredAnswer, StoredMessage } from '../../electron/contract/history.ts';
import type { Session } from '../state/session.ts';
import { createStore } from '../state/store.ts';
import { createContinuationRun, type ContinuationRun, type Continuations, type RunStart } from './continuation-run.ts';
import type { OpenText } from './open-text.ts';
import type { TokenTracks } from './token-tracks.ts';
import type { Position } from './undo-history.ts';

/** The state of the latest continuations. */
export type NotebookRun =
  | { readonly kind: 'idle' }
  | { readonly kind: 'beginning' }
  | { readonly kind: 'writing' }
  | { readonly kind: 'over'; readonly message: StoredAnswer }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Where the cursor goes, once. */
export interface CaretRequest {
  readonly at: number;
}

export type ContinuationRunner = ReturnType<typeof createContinuationRunner>;

const noContinuations: Continuations = { all: [], shownId: null };

/** Requests continuations and shows them in the open text while they grow. */
export function createContinuationRunner({ bridge: { call, on }, attempt }: Session, open: OpenText, tokens: TokenTracks) {
  const run = createStore<NotebookRun>({ kind: 'idle' });
  const continuations = createStore(noContinuations);
  const caret = createStore<CaretRequest | null>(null);
  let live: ContinuationRun | null = null;
  /** Events that arrived before the response with the ids of their messages. */
  let earlyEvents: { readonly messageId: string; readonly take: (to: ContinuationRun) => void }[] = [];
  /** The request in progress, if no other text was opened since. */
  let pending: { isStopRequested: boolean } | null = null;

  const isBusy = (): boolean => run.read().kind === 'beginning' || run.read().kind === 'writing';
  const list = (of: ContinuationRun): void => {
    const listed = of.list();
    if (listed.all.length > 1) continuations.write(listed);
  };
  const draw = (shown: ContinuationRun): void => {
    open.show(shown.text());
    list(shown);
  };
  const finish = (over: ContinuationRun): void => {
    const message = over.outcome();
    if (message !== undefined) run.write({ kind: 'over', message });
    caret.write({ at: over.end() });
  };
  const show = (start: RunStart, ids: readonly [string, ...string[]]): ContinuationRun => {
    const shown = createContinuationRun(start, ids, tokens);
    pending = null;
    live = shown;
    open.follow(shown.shownId());
    run.write({ kind: 'writing' });
    continuations.write(noContinuations);
    draw(shown);
    return shown;
  };
  const onRunEvent = (messageId: string, take: (to: ContinuationRun) => void): void => {
    if (live?.has(messageId) === true && run.read().kind === 'writing') take(live);
    else if (run.read().kind === 'beginning') earlyEvents.push({ messageId, take });
  };
  on('chat.progress', (progress) => {
    onRunEvent(progress.messageId, (to) => {
      to.grow(progress);
      if (to.shownId() === progress.messageId) draw(to);
      else list(to);
    });
  });
  const onMessage = (message: StoredMessage): void => {
    if (message.role !== 'assistant') return;
    onRunEvent(message.id, (to) => {
      to.replace(message);
      draw(to);
      if (to.isOver()) finish(to);
    });
  };
  on('chat.message', onMessage);
  /** Reads the continuations again that may have ended without an event. The shown one is last, because that branch stays current. */
  const readAgain = async (): Promise<void> => {
    const id = open.conversationId();
    if (live === null || run.read().kind !== 'writing') return;
    const { all, shownId } = live.list();
    const writing = all
      .filter(({ isWriting }) => isWriting)
      .toSorted((a, b) => Number(a.messageId === shownId) - Number(b.messageId === shownId));
    for (const { messageId } of writing) {
      const opened = await call('history.open', { id, at: messageId, limit: 1 });
      const message = opened.ok ? opened.value.messages.find((each) => each.id === messageId) : undefined;
      if (message?.role === 'assistant' && message.state !== 'running') onMessage(message);
    }
  };
  on('link.restored', () => void readAgain());
  const stopConversation = (conversationId: string) => attempt(call('chat.stop', { conversationId }));

  return {
    run,
    continuations,
    /** Where the cursor belongs after the model has changed the text. */
    caret,
    isBusy,
    /** Requests continuations. The position before them becomes a step to undo. */
    start: async (start: RunStart, before: Position, request: () => Promise<Result<ContinuationsStarted>>): Promise<void> => {
      const own = { isStopRequested: false };
      pending = own;
      earlyEvents = [];
      run.write({ kind: 'beginning' });
      const result = await request();
      if (pending !== own) return; // another text was opened; this one continues in the history
      if (!result.ok) {
        pending = null;
        run.write({ kind: 'failed', failure: result.failure });
        return;
      }
      const { conversationId, messageId, messageIds } = result.value;
      const [first = messageId, ...others] = messageIds;
      open.undo.add(before);
      const shown = show(start, [first, ...others]);
      for (const event of earlyEvents) if (shown.has(event.messageId)) event.take(shown);
      if (own.isStopRequested) await stopConversation(conversationId);
    },
    /** Shows continuations that the main process is writing already. */
    resume: show,
    /** Shows none. `last` is the saved continuation that the text ends with. */
    reset: (last?: StoredAnswer) => {
      pending = null;
      live = null;
      continuations.write(noContinuations);
      run.write(last === undefined ? { kind: 'idle' } : { kind: 'over', message: last });
    },
    /** Makes one of several continuations the text. */
    choose: async (messageId: string): Promise<void> => {
      if (live?.has(messageId) !== true || live.shownId() === messageId) return;
      void open.save();
      open.undo.addAfterEdit(open.position()); // no continuation contains the edits
      live.show(messageId);
      open.follow(messageId);
      draw(live);
      if (!live.isOver()) return;
      finish(live);
      // the chosen branch is opened the next time
      await attempt(call('history.open', { id: open.conversationId(), at: messageId, limit: 1 }));
    },
    stop: async (): Promise<void> => {
      if (pending !== null) pending.isStopRequested = true; // the run has no id yet, so it is stopped later
      else await stopConversation(open.conversationId());
    },
    moveCaret: (at: number) => caret.write({ at }),
  };
}
