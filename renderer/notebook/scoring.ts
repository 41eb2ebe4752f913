import { newId } from '../bridge/bridge.ts';
import { alignTokens } from '../../electron/presentation/align-tokens.ts';
import type { Failure } from '../../electron/contract/failure.ts';
import type { TextRange } from '../../electron/presentation/align-tokens.ts';
import { scoreTokens, type TextScore } from '../../electron/presentation/perplexity.ts';
import type { ScoredText, Token } from '../../electron/contract/tokens.ts';
import { createTokenTrack, type TokenTrack } from '../shared/token-track.ts';
import type { Session } from '../state/session.ts';
import { createStore } from '../state/store.ts';

/** How the typed texts are separated. */
export type TextSeparator = 'lines' | 'whole';

/** A scored text. */
export interface ScoredRow {
  readonly id: string;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly ranges: readonly (TextRange | null)[];
  readonly track: TokenTrack;
  readonly score: TextScore;
  readonly failure: Failure | null;
}

export type ScoringState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'scoring'; readonly done: number; readonly total: number }
  | { readonly kind: 'failed'; readonly failure: Failure };

export type Scoring = ReturnType<typeof createScoring>;

/** The most texts that can be scored at once. */
export const maxTexts = 2000;

/** Enough to see what the model would have preferred. */
const alternatives = 5;

/** The texts to score and their scores. Lives outside React, so that it outlives the screen. */
export function createScoring({ bridge: { call, on }, attempt }: Session) {
  const typed = createStore('');
  const separator = createStore<TextSeparator>('lines');
  const state = createStore<ScoringState>({ kind: 'idle' });
  const rows = createStore<readonly ScoredRow[]>([]);
  const selectedId = createStore<string | null>(null);
  let controller: AbortController | undefined;
  let runId = '';

  on('notebook.scoring', ({ id, done, total }) => {
    if (id === runId && state.read().kind === 'scoring') state.write({ kind: 'scoring', done, total });
  });

  return {
    typed,
    separator,
    state,
    rows,
    selectedId,
    cancel: () => controller?.abort(),
    score: async (model: string): Promise<void> => {
      const texts = textsToScore(typed.read(), separator.read());
      if (texts.length === 0 || texts.length > maxTexts || state.read().kind === 'scoring') return;
      controller = new AbortController();
      const { signal } = controller;
      runId = newId();
      state.write({ kind: 'scoring', done: 0, total: texts.length });
      const result = await call('notebook.score', { id: runId, model, texts: [...texts], alternatives }, { signal });
      if (!result.ok) {
        state.write(signal.aborted ? { kind: 'idle' } : { kind: 'failed', failure: result.failure });
        return;
      }
      rows.write(result.value.map((scored, index) => scoredRow(String(index), texts[index] ?? '', scored)));
      selectedId.write('0');
      state.write({ kind: 'idle' });
    },
    exportCsv: async (kind: 'texts' | 'tokens'): Promise<string | null> => {
      const scores = rows
        .read()
        .map(({ text, tokens }) => ({ text, tokens: tokens.map(({ text: own, logprob }) => ({ text: own, logprob })) }));
      const result = await attempt(call('shell.exportScores', { rows: kind, scores }));
      return result.ok ? result.value.file : null;
    },
  };
}

/** Returns the texts to score. Empty lines separate nothing. */
export function textsToScore(typed: string, separator: TextSeparator): readonly string[] {
  return (separator === 'lines' ? typed.split('\n') : [typed]).filter((text) => text.trim() !== '');
}

function scoredRow(id: string, text: string, { tokens, failure }: ScoredText): ScoredRow {
  const track = createTokenTrack();
  track.append(tokens, text);
  return { id, text, tokens, ranges: alignTokens(tokens, text), track, score: scoreTokens(tokens), failure };
}
