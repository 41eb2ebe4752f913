import type { Question } from '../../electron/contract/exchange.ts';
import type { Mode } from '../../electron/contract/profile.ts';
import type { TypedBridge } from '../bridge/create-bridge.ts';
import { createStore, type Store, type WritableStore } from '../state/store.ts';
import { createLiveAnswer, partsSoFar, partTimes, type LiveAnswer } from './live-answer.ts';
import { runningTurn, toMessages, type AnswerTurn, type Turn } from './turn.ts';

/** Who is asked, and by which way. */
export interface Asked {
  readonly model: string;
  readonly mode: Mode;
}

type Turns = readonly Turn[];

/** The one conversation of this window; in memory only. */
export interface Conversation extends Store<Turns> {
  readonly ask: (text: string, asked: Asked) => void;
  /** Asks the last question again; an answer that had begun stays above the new one. */
  readonly tryAgain: (asked: Asked) => void;
  /** Ends the running answer; what came of it stays. */
  readonly stop: () => void;
  /** Shows other turns instead, or none; returns those shown before, where a running answer still ends properly. */
  readonly swap: (next?: Store<Turns>) => Store<Turns>;
}

interface Run {
  readonly live: LiveAnswer;
  /** Where the answer belongs: what is shown, or turns that were set aside. */
  readonly home: WritableStore<Turns>;
}

/** Makes the conversation, empty. */
export function createConversation({ call, on }: TypedBridge, now: () => number, newId: () => string): Conversation {
  const shown = createStore<Turns>([]);
  const runs = new Map<string, Run>();

  on('chat.progress', ({ id, deltas }) => {
    // What arrives after the outcome is part of it already.
    runs.get(id)?.live.grow(deltas);
  });

  const change = (id: string, state: AnswerTurn['state']) => {
    const home = runs.get(id)?.home;
    const turns = home?.read() ?? [];
    const index = turns.findIndex((turn) => turn.id === id);
    const turn = turns[index];
    if (turn?.kind === 'answer') home?.write(turns.with(index, { ...turn, state }));
  };

  const run = async (id: string, live: LiveAnswer, question: Omit<Question, 'id'>) => {
    const result = await call('chat.ask', { id, ...question });
    const { answer, failure } = result.ok ? result.value : { answer: null, failure: result.failure };
    const parts = answer?.parts ?? partsSoFar(live);
    change(id, { kind: 'over', parts, partTimes: partTimes(live, now()), answer, failure });
    runs.delete(id);
  };

  const answerAfter = (before: Turns, { model, mode }: Asked) => {
    const id = newId();
    const live = createLiveAnswer(now);
    const turns: Turns = [...before, { kind: 'answer', id, model, mode, state: { kind: 'running', live, isStopping: false } }];
    runs.set(id, { live, home: shown });
    shown.write(turns);
    void run(id, live, { model, messages: toMessages(turns) });
  };

  const stop = () => {
    const turn = runningTurn(shown.read());
    if (turn === undefined) return;
    change(turn.id, { ...turn.state, isStopping: true });
    // The answer's own outcome tells how this ended.
    void call('chat.stop', { id: turn.id });
  };

  const move = (from: Store<Turns> | undefined, home: WritableStore<Turns>) => {
    for (const [id, { live, home: former }] of runs) if (former === from) runs.set(id, { live, home });
  };

  return {
    read: shown.read,
    subscribe: shown.subscribe,
    stop,
    ask: (text, asked) => {
      answerAfter([...shown.read(), { kind: 'user', id: newId(), text }], asked);
    },
    tryAgain: (asked) => {
      const turns = shown.read();
      const last = turns.at(-1);
      if (last?.kind !== 'answer' || last.state.kind !== 'over') return;
      answerAfter(last.state.parts.length === 0 ? turns.slice(0, -1) : turns, asked);
    },
    swap: (next) => {
      stop();
      const before = createStore(shown.read());
      move(shown, before);
      move(next, shown);
      shown.write(next?.read() ?? []);
      return before;
    },
  };
}
