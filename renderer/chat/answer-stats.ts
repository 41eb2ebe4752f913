import type { StoredAnswer } from '../../electron/contract/history.ts';
import { modeTitles } from '../shared/labels.ts';
import { formatRate } from '../shared/format.ts';
import { chatText } from './text.ts';

const words = chatText.answer;

const wholeNumber = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** Formats a running time: whole seconds, then minutes. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Formats a measured time to about three digits. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${wholeNumber.format(milliseconds)} ms`;
  return milliseconds < 60_000 ? `${(milliseconds / 1000).toFixed(milliseconds < 9995 ? 2 : 1)} s` : formatElapsed(milliseconds);
}

/** Formats a thinking time, to a tenth of a second below one minute. */
export function formatThinkingTime(milliseconds: number): string {
  return milliseconds < 59_950 ? `${(milliseconds / 1000).toFixed(1)} s` : formatElapsed(milliseconds);
}

/** Returns the known statistics of an answer as short labels. */
export function answerStats({ model, mode, answer }: Pick<StoredAnswer, 'model' | 'mode' | 'answer'>): readonly string[] {
  const stats = [model];
  if (mode !== null) stats.push(modeTitles[mode]);
  const { firstTokenMs, tokensPerSecond, rateFrom } = answer.timings;
  if (firstTokenMs !== null) stats.push(words.stats.firstToken(formatDuration(firstTokenMs)));
  // A chunk is not always one token, so a rate counted from chunks is an estimate.
  if (tokensPerSecond !== null)
    stats.push(rateFrom === 'chunks' ? words.stats.aboutRate(formatRate(tokensPerSecond)) : formatRate(tokensPerSecond));
  const { promptTokens = null, completionTokens = null, reasoningTokens = null } = answer.usage ?? {};
  if (promptTokens !== null) stats.push(words.stats.promptTokens(promptTokens));
  if (completionTokens !== null) stats.push(words.stats.completionTokens(completionTokens));
  if (reasoningTokens !== null && reasoningTokens > 0) stats.push(words.stats.reasoningTokens(wholeNumber.format(reasoningTokens)));
  if (answer.finish !== null) stats.push(words.finishes[answer.finish]);
  return stats;
}

/** Describes how an answer ended, or returns undefined for a normal ending. */
export function describeEnding({ state, answer }: Pick<StoredAnswer, 'state' | 'answer'>): string | undefined {
  if (state === 'stopped') return words.endings.stopped;
  if (state === 'interrupted') return words.endings.quit;
  if (answer.finish === 'length')
    return answer.parts.some((part) => part.kind !== 'reasoning' && part.kind !== 'notice')
      ? words.endings.length
      : words.endings.lengthBeforeAnswer;
  if (answer.finish === 'filtered') return words.endings.filtered;
  if (state === 'complete' && !hasContent({ answer })) return words.endings.empty;
  return undefined;
}

/** Whether the answer has any text or tool call. */
export function hasContent({ answer: { parts } }: Pick<StoredAnswer, 'answer'>): boolean {
  return parts.some((part) => part.kind === 'tool-call' || (part.kind === 'text' && part.text.trim() !== ''));
}

/** Whether the model can be asked to continue: the answer was cut off and has content. */
export function canContinue({ state, answer }: Pick<StoredAnswer, 'state' | 'answer'>): boolean {
  const { parts, finish } = answer;
  const isCut = state !== 'complete' || finish === 'length' || finish === 'aborted';
  // An answer with tool calls continues with their results.
  return state !== 'running' && isCut && hasContent({ answer }) && !parts.some((part) => part.kind === 'tool-call');
}
