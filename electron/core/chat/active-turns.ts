import type { PendingToolCall, Turn, TurnStarted, ToolCallDecision } from '../../contract/chat-turn.ts';
import { ok, type Failed, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { StoredAnswer } from '../../contract/history.ts';

/** Why a turn ends early: the user stopped it, or the program ends. */
type StopReason = 'stopped' | 'interrupted';

/** A turn that can begin: the message to show, and the work that continues after the caller has its answer. */
export interface PreparedTurn {
  readonly messageId: string;
  readonly work: () => Promise<void>;
}

/** The active turns, at most one per conversation. */
export type ActiveTurns = ReturnType<typeof createActiveTurns>;

interface Progress {
  readonly messageId: string;
  readonly state: 'answering' | 'running-tools';
}

interface OpenDecision {
  readonly call: PendingToolCall;
  /** Returns a failure if the decision is not allowed. */
  readonly validate: (decision: ToolCallDecision) => Failed | undefined;
  readonly settle: (decision: ToolCallDecision | undefined) => void;
}

/** The work on one conversation's next answer. */
export type ActiveTurn = ReturnType<typeof createTurn>;

function createTurn(conversationId: string, onChange: () => void) {
  const controller = new AbortController();
  const { signal }: { readonly signal: AbortSignal } = controller;
  const ended = Promise.withResolvers<undefined>();
  const open: OpenDecision[] = [];
  const deletedIds = new Set<string>();
  let reason: StopReason | undefined;
  let progress: Progress | undefined;
  let partialAnswers: (() => readonly StoredAnswer[]) | undefined;

  const isDeleted = (): boolean => progress !== undefined && deletedIds.has(progress.messageId);
  const stop = async (why: StopReason): Promise<void> => {
    reason ??= why;
    controller.abort();
    for (const { settle } of open.splice(0)) settle(undefined);
    await ended.promise;
  };
  const setProgress = (next: Progress): void => {
    const isNew = progress?.messageId !== next.messageId || progress.state !== next.state;
    progress = next;
    if (isDeleted()) void stop('stopped');
    if (isNew) onChange();
  };

  return {
    signal,
    /** Returns undefined unless the turn was stopped. */
    stopReason: (): StopReason | undefined => reason,
    /** Returns whether the message that it works on was deleted. It must not be emitted again. */
    isDeleted,
    /** Sets the answer in progress. `partials` returns all answers in progress, as far as they were emitted. */
    answering: (messageId: string, partials?: () => readonly StoredAnswer[]): void => {
      partialAnswers = partials;
      setProgress({ messageId, state: 'answering' });
    },
    runningTools: (messageId: string): void => {
      partialAnswers = undefined;
      setProgress({ messageId, state: 'running-tools' });
    },
    partialAnswers: (): readonly StoredAnswer[] => partialAnswers?.() ?? [],
    /** Waits for a decision on a call that `validate` allows. Returns undefined if the turn is stopped first. */
    ask: (call: PendingToolCall, validate: OpenDecision['validate']): Promise<ToolCallDecision | undefined> => {
      if (signal.aborted) return Promise.resolve(undefined);
      const decision = Promise.withResolvers<ToolCallDecision | undefined>();
      open.push({ call, validate, settle: decision.resolve });
      onChange();
      return decision.promise;
    },
    decide: (messageId: string, callId: string, decision: ToolCallDecision): Result<undefined> => {
      const index = open.findIndex(({ call }) => call.messageId === messageId && call.callId === callId);
      const found = open[index];
      if (!found) return fail('tool-call-handled');
      const refusal = found.validate(decision);
      if (refusal) return refusal;
      open.splice(index, 1);
      found.settle(decision);
      onChange();
      return ok(undefined);
    },
    /** Resolves when the turn has ended. */
    stop,
    describe: (): Turn | undefined => {
      if (!progress) return undefined;
      const waiting = open.map(({ call }) => call);
      return { conversationId, messageId: progress.messageId, state: waiting.length > 0 ? 'waiting-for-user' : progress.state, waiting };
    },
    messagesDeleted: (messageIds: readonly string[]): void => {
      for (const id of messageIds) deletedIds.add(id);
      if (isDeleted()) void stop('stopped');
    },
    end: (): void => ended.resolve(undefined),
  };
}

/** Calls `onChange` with all turns whenever one of them changes. */
export function createActiveTurns(onChange: (turns: readonly Turn[]) => void, onBug: (error: unknown) => void) {
  const active = new Map<string, ActiveTurn>();
  let isClosed = false;
  const list = (): readonly Turn[] => [...active.values()].flatMap(({ describe }) => describe() ?? []);
  const notify = (): void => onChange(list());

  const start = async (
    conversationId: string,
    prepare: (turn: ActiveTurn) => Promise<Result<PreparedTurn>>,
  ): Promise<Result<TurnStarted>> => {
    if (isClosed) return fail('app-closing');
    if (active.has(conversationId)) return fail('already-answering');
    const turn = createTurn(conversationId, notify);
    active.set(conversationId, turn);
    const end = (): void => {
      active.delete(conversationId);
      notify();
      turn.end();
    };
    let prepared: Result<PreparedTurn> | undefined;
    try {
      prepared = await prepare(turn);
    } finally {
      if (!prepared?.ok) end();
    }
    if (!prepared.ok) return prepared;
    const { messageId, work } = prepared.value;
    turn.answering(messageId); // listed before the caller gets its answer
    void work().catch(onBug).finally(end);
    return ok({ conversationId, messageId });
  };

  return {
    list,
    /** Returns the answers in progress, as far as they were emitted. */
    answers: (): readonly StoredAnswer[] => [...active.values()].flatMap((turn) => turn.partialAnswers()),
    find: (conversationId: string): ActiveTurn | undefined => active.get(conversationId),
    /**
     * Reserves the conversation, runs `prepare`, then starts its work in the background. Earlier failures are returned to the caller.
     * `prepare` must check that the conversation is not in the trash: one that is trashed afterwards stops the turn.
     */
    start,
    /** Stops the turns that work on one of these messages. */
    messagesDeleted: (messageIds: readonly string[]) => {
      for (const turn of active.values()) turn.messagesDeleted(messageIds);
    },
    close: async (): Promise<void> => {
      isClosed = true;
      await Promise.all([...active.values()].map((turn) => turn.stop('interrupted')));
    },
  };
}
