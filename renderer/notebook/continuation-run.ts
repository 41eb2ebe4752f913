import type { AnswerDelta } from '../../electron/contract/answer.ts';
import type { AnswerProgress } from '../../electron/contract/chat-turn.ts';
import type { StoredAnswer } from '../../electron/contract/history.ts';
import type { TokenTrack } from '../shared/token-track.ts';
import { answerText, insertContinuation, type NotebookText } from '../../electron/presentation/notebook-text.ts';
import type { TokenTracks } from './token-tracks.ts';

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

/** Where continuations go, and the part that is known from the start, as with a chosen alternative. */
export interface RunStart {
  readonly base: NotebookText;
  readonly at: number;
  readonly first?: { readonly text: string; readonly track: TokenTrack | undefined };
}

/** Continuations that were requested together, from the first token on. */
export type ContinuationRun = ReturnType<typeof createContinuationRun>;

interface LiveContinuation {
  text: string;
  readonly track: TokenTrack;
  message: StoredAnswer | null;
  /** Another object whenever the text is replaced instead of extended. */
  growth: object;
}

/** Creates a run of continuations, one for each id. The first one is shown. */
export function createContinuationRun({ base, at, first }: RunStart, ids: readonly [string, ...string[]], tokens: TokenTracks) {
  const live = new Map(
    ids.map((id): [string, LiveContinuation] => [
      id,
      { text: first?.text ?? '', track: tokens.start(id, first?.track), message: null, growth: {} },
    ]),
  );
  let [shownId] = ids;
  const isOver = (): boolean => [...live.values()].every(({ message }) => message !== null);

  return {
    has: (messageId: string): boolean => live.has(messageId),
    shownId: (): string => shownId,
    /** Puts another continuation into the text. */
    show: (messageId: string) => {
      shownId = messageId;
    },
    /** Adds new text and tokens. */
    grow: ({ messageId, deltas, tokens: batch }: AnswerProgress) => {
      const own = live.get(messageId);
      if (!own || own.message !== null) return;
      const added = deltas.map(deltaText).join('');
      own.text += added;
      own.track.append(batch?.from === own.track.count() ? batch.tokens : [], added);
      if (batch !== undefined) tokens.changed();
    },
    /** Replaces a continuation by its saved form, which is the final one unless it is still running. */
    replace: (message: StoredAnswer) => {
      const own = live.get(message.id);
      if (!own) return;
      own.text = answerText(message.answer.parts);
      own.growth = {};
      if (message.state === 'running') return; // sent again to a window that was reloaded: later deltas build on it
      own.message = message;
      if (message.answer.tokenCount !== undefined) void tokens.load(message.id, own.text); // aligned with the whole text now
    },
    /** Returns the saved form of the shown continuation once all of them have ended. */
    outcome: (): StoredAnswer | undefined => (isOver() ? (live.get(shownId)?.message ?? undefined) : undefined),
    isOver,
    /** Returns the text with the shown continuation. */
    text: (): NotebookText => {
      const own = live.get(shownId);
      if (own === undefined) return base;
      const whole = insertContinuation(base, at, own.text, shownId);
      return own.message === null ? { ...whole, growing: { part: own.growth, end: at + own.text.length } } : whole;
    },
    /** Returns where the shown continuation ends. */
    end: (): number => at + (live.get(shownId)?.text.length ?? 0),
    list: (): Continuations => ({
      all: [...live].map(([messageId, { text, message }]) => ({ messageId, text, isWriting: message === null })),
      shownId,
    }),
  };
}

/** Returns what a delta adds to the text. */
function deltaText(delta: AnswerDelta): string {
  if (delta.kind === 'append') return delta.text;
  return delta.kind === 'part' && delta.part.kind === 'text' ? delta.part.text : '';
}
