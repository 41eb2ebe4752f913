import type { Finish } from '../../electron/contract/answer.ts';
import type { StoredAnswer } from '../../electron/contract/history.ts';
import { modeTitles } from '../shared/labels.ts';
import { formatCount, formatRate } from '../shared/format.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** A span of time that is being watched: whole seconds, then minutes. */
export function formatSpan(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A span of time that was measured, to three digits or so. */
export function formatMeasured(milliseconds: number): string {
  if (milliseconds < 999.5) return `${whole.format(milliseconds)} ms`;
  return milliseconds < 60_000 ? `${(milliseconds / 1000).toFixed(milliseconds < 9995 ? 2 : 1)} s` : formatSpan(milliseconds);
}

/** How long a model thought: to a tenth of a second while that can be told apart. */
export function formatThinking(milliseconds: number): string {
  return milliseconds < 59_950 ? `${(milliseconds / 1000).toFixed(1)} s` : formatSpan(milliseconds);
}

/** What is known of how an answer came to be, a few words each; what is not known is left out. */
export function answerStats({ model, mode, answer }: Pick<StoredAnswer, 'model' | 'mode' | 'answer'>): readonly string[] {
  const facts = [model];
  if (mode !== null) facts.push(modeTitles[mode]);
  const { firstTokenMs, tokensPerSecond, rateFrom } = answer.timings;
  if (firstTokenMs !== null) facts.push(`first token ${formatMeasured(firstTokenMs)}`);
  // Pieces are not always tokens: a rate counted by them is a guess.
  if (tokensPerSecond !== null) facts.push(`${rateFrom === 'chunks' ? 'about ' : ''}${formatRate(tokensPerSecond)}`);
  const { promptTokens = null, completionTokens = null, reasoningTokens = null } = answer.usage ?? {};
  if (promptTokens !== null) facts.push(`${formatCount(promptTokens, 'token', 'tokens')} read`);
  if (completionTokens !== null) facts.push(`${whole.format(completionTokens)} written`);
  if (reasoningTokens !== null && reasoningTokens > 0) facts.push(`${whole.format(reasoningTokens)} of them thinking`);
  if (answer.finish !== null) facts.push(finishWords[answer.finish]);
  return facts;
}

const finishWords: Readonly<Record<Finish, string>> = {
  stop: 'ended by itself',
  length: 'ended at the length limit',
  'tool-calls': 'ended to call tools',
  aborted: 'ended by the engine',
  filtered: 'ended by the content filter',
  other: 'ended for an unnamed reason',
};

/** How an answer ended, where that needs saying; an ordinary end does not. */
export function describeEnding({ state, answer }: Pick<StoredAnswer, 'state' | 'answer'>): string | undefined {
  if (state === 'stopped') return 'Stopped';
  if (state === 'interrupted') return 'Interrupted: Causeway ended in the middle of this answer. What came is kept.';
  if (answer.finish === 'length')
    return answer.parts.some((part) => part.kind !== 'reasoning' && part.kind !== 'notice')
      ? 'Cut off at the length limit'
      : 'Cut off at the length limit, before the answer began. Raise Max tokens and ask again.';
  if (answer.finish === 'filtered') return 'Cut off by the service’s content filter';
  if (state === 'complete' && !hasWords({ answer })) return 'The model ended without an answer.';
  return undefined;
}

/** Whether some of what was asked for is there, be it little. */
export function hasWords({ answer: { parts } }: Pick<StoredAnswer, 'answer'>): boolean {
  return parts.some((part) => part.kind === 'tool-call' || (part.kind === 'text' && part.text.trim() !== ''));
}

/** Whether more of an answer can be asked for: it was cut off, and some of it is there. */
export function canContinue({ state, answer }: Pick<StoredAnswer, 'state' | 'answer'>): boolean {
  const { parts, finish } = answer;
  const isCut = state !== 'complete' || finish === 'length' || finish === 'aborted';
  // One that calls tools goes on with their results.
  return state !== 'running' && isCut && hasWords({ answer }) && !parts.some((part) => part.kind === 'tool-call');
}
