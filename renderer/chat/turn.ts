import type { Answer, AnswerPart } from '../../electron/contract/answer.ts';
import type { Message } from '../../electron/contract/conversation.ts';
import type { Failure } from '../../electron/contract/failure.ts';
import type { Mode } from '../../electron/contract/profile.ts';
import type { LiveAnswer } from './live-answer.ts';

/** What the user said. */
export interface UserTurn {
  readonly kind: 'user';
  readonly id: string;
  readonly text: string;
}

/** An answer that is being written. */
export interface RunningState {
  readonly kind: 'running';
  readonly live: LiveAnswer;
  readonly isStopping: boolean;
}

/** An answer that has ended, however it did. */
export interface OverState {
  readonly kind: 'over';
  readonly parts: readonly AnswerPart[];
  /** How long each part was being written, by its place, as far as it was seen. */
  readonly partTimes: readonly number[];
  /** Null where not even the question got out. */
  readonly answer: Answer | null;
  readonly failure: Failure | null;
}

/** An answer, running or over. */
export interface AnswerTurn<State = RunningState | OverState> {
  readonly kind: 'answer';
  readonly id: string;
  readonly model: string;
  /** The way that was in use when it was asked for. */
  readonly mode: Mode;
  readonly state: State;
}

/** One step of a conversation. */
export type Turn = UserTurn | AnswerTurn;

/** Whether the user ended the answer. */
export function isStopped(failure: Failure | null): boolean {
  return failure?.code === 'cancelled';
}

/** The conversation as it is sent. Of several tries at one question only the last counts. */
export function toMessages(turns: readonly Turn[]): readonly Message[] {
  return turns.flatMap((turn, index): readonly Message[] => {
    if (turn.kind === 'user') return [{ role: 'user', text: turn.text }];
    if (turn.state.kind === 'running' || turns[index + 1]?.kind === 'answer') return [];
    // No tool is run yet, and services refuse a call that is left without a result.
    const parts = turn.state.parts.filter((part) => part.kind !== 'tool-call');
    return parts.some(isSaid) ? [{ role: 'assistant', parts }] : [];
  });
}

/** The answer that is being written, if any; it is always the last turn. */
export function runningTurn(turns: readonly Turn[]): AnswerTurn<RunningState> | undefined {
  const last = turns.at(-1);
  return last?.kind === 'answer' && last.state.kind === 'running' ? { ...last, state: last.state } : undefined;
}

/** Whether a part is something the model said to the user: thoughts and the service's notices alone make no turn. */
function isSaid({ kind }: AnswerPart): boolean {
  return kind === 'text' || kind === 'refusal';
}
