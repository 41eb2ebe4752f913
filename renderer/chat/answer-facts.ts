import type { Answer } from '../../electron/contract/answer.ts';
import type { Mode } from '../../electron/contract/profile.ts';
import { modeTitles } from '../state/connection-words.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

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

/** A number of things, with its noun. */
export function formatCount(count: number, one: string, many: string): string {
  return `${whole.format(count)} ${count === 1 ? one : many}`;
}

/** What is known of how an answer came to be, a few words each; what is not known is left out. */
export function answerFacts(model: string, mode: Mode, answer: Answer | null): readonly string[] {
  const facts = [model, modeTitles[mode]];
  if (answer === null) return facts;
  const { firstTokenMs, tokensPerSecond, rateFrom } = answer.timings;
  if (firstTokenMs !== null) facts.push(`first token ${formatMeasured(firstTokenMs)}`);
  if (tokensPerSecond !== null) {
    const rate = tokensPerSecond < 9.95 ? oneDigit.format(tokensPerSecond) : whole.format(tokensPerSecond);
    // Pieces are not always tokens: a rate counted by them is a guess.
    facts.push(`${rateFrom === 'chunks' ? 'about ' : ''}${rate} tokens/s`);
  }
  const tokens = answer.usage?.completionTokens ?? null;
  if (tokens !== null) facts.push(formatCount(tokens, 'token', 'tokens'));
  return facts;
}

/** How an answer ended, where that needs saying; an ordinary end does not. */
export function endWords(answer: Answer | null, isStopped: boolean): string | undefined {
  if (isStopped) return 'Stopped';
  switch (answer?.finish) {
    case 'length':
      return 'Cut off at the length limit';
    case 'filtered':
      return 'Cut off by the service’s content filter';
    case 'aborted':
    case 'other':
    case 'stop':
    case 'tool-calls':
    case null:
    case undefined:
      return undefined;
  }
}
