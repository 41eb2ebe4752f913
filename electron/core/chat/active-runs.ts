import type { ToolCallDecision, Run, PendingToolCall } from '../../contract/chat-turn.ts';
import { failed, ok, type Failed, type Result } from '../../contract/failure.ts';
import type { StoredAnswer } from '../../contract/history.ts';

/** Why a run ends before its time: the user said so, or the program ends. */
export type StopReason = 'stopped' | 'interrupted';

/** What is wrong with a decision, if anything is. */
export type ValidateDecision = (decision: ToolCallDecision) => Failed | undefined;

/** A conversation that is being answered. */
export interface ActiveRun {
  readonly conversationId: string;
  readonly signal: AbortSignal;
  /** Why it was told to end; undefined while it was not. */
  readonly stopReason: () => StopReason | undefined;
  /** An answer is to come, or comes; `soFar` gives it as far as it was told. */
  readonly answering: (messageId: string, soFar?: () => StoredAnswer) => void;
  readonly runningTools: (messageId: string) => void;
  readonly soFar: () => StoredAnswer | undefined;
  /** Waits for the user's word on a call, as long as `refuse` refuses it; undefined where the run was stopped first. */
  readonly ask: (call: PendingToolCall, refuse: ValidateDecision) => Promise<ToolCallDecision | undefined>;
  readonly decide: (messageId: string, callId: string, decision: ToolCallDecision) => Result<undefined>;
  /** Settles when it is over. */
  readonly stop: (reason: StopReason) => Promise<void>;
  readonly end: () => void;
}

/** All that is under way: at most one run for each conversation. */
export interface ActiveRuns {
  readonly list: () => readonly Run[];
  /** The answers that are coming, as far as they were told. */
  readonly answers: () => readonly StoredAnswer[];
  readonly find: (conversationId: string) => ActiveRun | undefined;
  /** Takes a conversation for one run, until that ends. */
  readonly begin: (conversationId: string) => Result<ActiveRun>;
  readonly close: () => Promise<void>;
}

interface Place {
  readonly messageId: string;
  readonly state: 'answering' | 'running-tools';
}

interface Open {
  readonly call: PendingToolCall;
  readonly refuse: ValidateDecision;
  readonly settle: (decision: ToolCallDecision | undefined) => void;
}

/** Starts with nothing under way; `onChange` hears of every step. */
export function createActiveRuns(onChange: (runs: readonly Run[]) => void): ActiveRuns {
  const ongoing = new Map<string, { readonly run: ActiveRun; readonly describe: () => Run | undefined }>();
  let isClosed = false;
  const list = (): readonly Run[] => [...ongoing.values()].flatMap(({ describe }) => describe() ?? []);
  const tell = (): void => onChange(list());

  const begin = (conversationId: string): Result<ActiveRun> => {
    if (isClosed) return failed('cancelled', 'Causeway is closing.', 'Start it again.');
    if (ongoing.has(conversationId)) {
      return failed('invalid-input', 'This conversation is being answered already.', 'Wait for the answer, or stop it.');
    }
    const stopping = new AbortController();
    const over = Promise.withResolvers<undefined>();
    const open: Open[] = [];
    let reason: StopReason | undefined;
    let place: Place | undefined;
    let answer: (() => StoredAnswer) | undefined;

    const be = (next: Place): void => {
      const isNew = place?.messageId !== next.messageId || place.state !== next.state;
      place = next;
      if (isNew) tell();
    };

    const run: ActiveRun = {
      conversationId,
      signal: stopping.signal,
      stopReason: () => reason,
      answering: (messageId, soFar) => {
        answer = soFar;
        be({ messageId, state: 'answering' });
      },
      runningTools: (messageId) => {
        answer = undefined;
        be({ messageId, state: 'running-tools' });
      },
      soFar: () => answer?.(),
      ask: (call, refuse) => {
        if (stopping.signal.aborted) return Promise.resolve(undefined);
        const asked = Promise.withResolvers<ToolCallDecision | undefined>();
        open.push({ call, refuse, settle: asked.resolve });
        tell();
        return asked.promise;
      },
      decide: (messageId, callId, decision) => {
        const index = open.findIndex(({ call }) => call.messageId === messageId && call.callId === callId);
        const found = open[index];
        if (!found) return failed('invalid-input', 'This call does not wait for you any more.', 'Look at its result below.');
        const refusal = found.refuse(decision);
        if (refusal) return refusal;
        open.splice(index, 1);
        found.settle(decision);
        tell();
        return ok(undefined);
      },
      stop: async (why) => {
        reason ??= why;
        stopping.abort();
        for (const { settle } of open.splice(0)) settle(undefined);
        await over.promise;
      },
      end: () => {
        ongoing.delete(conversationId);
        tell();
        over.resolve(undefined);
      },
    };
    const describe = (): Run | undefined => {
      if (!place) return undefined;
      const waiting = open.map(({ call }) => call);
      return { conversationId, messageId: place.messageId, state: waiting.length > 0 ? 'waiting-for-user' : place.state, waiting };
    };
    ongoing.set(conversationId, { run, describe });
    return ok(run);
  };

  return {
    list,
    answers: () => [...ongoing.values()].flatMap(({ run }) => run.soFar() ?? []),
    find: (conversationId) => ongoing.get(conversationId)?.run,
    begin,
    close: async () => {
      isClosed = true;
      await Promise.all([...ongoing.values()].map(({ run }) => run.stop('interrupted')));
    },
  };
}
