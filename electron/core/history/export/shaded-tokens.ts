import { alignTokens, type TextRange } from '../../../presentation/align-tokens.ts';
import { impossibleLogprob, shadeProbabilities } from '../../../contract/constants.ts';
import { escapeHtml } from '../../../contract/strings.ts';
import type { Token } from '../../../contract/tokens.ts';
import { historyText } from '../text.ts';
import type { NotebookText } from './notebook-text.ts';

/** The shading: a thicker underline and a stronger colour for a less likely token, in light and dark. */
export const shadingStyle = `
.tokens { white-space: pre-wrap; overflow-wrap: anywhere; }
.tokens i { font-style: normal; border-bottom: 0 solid #c2410c; }
.tokens .l1 { border-bottom-width: 1px; background: #f9731614; }
.tokens .l2 { border-bottom-width: 2px; background: #f9731629; }
.tokens .l3 { border-bottom-width: 3px; background: #f9731647; }
.tokens .l4 { border-bottom-width: 4px; background: #f9731666; }
@media (prefers-color-scheme: dark) { .tokens i { border-bottom-color: #fdba74; } }
`;

/** Returns a Notebook text as HTML with its tokens shaded. */
export function shadedText({ text, byModel }: NotebookText): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, from, continuation, tokens } of byModel) {
    pieces.push(escapeHtml(text.slice(at, start)), shadedHtml(continuation, tokens, { start: from, end: from + end - start }));
    at = end;
  }
  return pieces.join('') + escapeHtml(text.slice(at));
}

/** Returns a text, or a part of it, as HTML with its tokens shaded by their probability. Their alternatives are in the tooltips. */
export function shadedHtml(text: string, tokens: readonly Token[], part: TextRange = { start: 0, end: text.length }): string {
  const ranges = alignTokens(tokens, text);
  const pieces: string[] = [];
  let at = part.start;
  for (const [index, token] of tokens.entries()) {
    const range = ranges[index];
    const start = Math.max(range?.start ?? 0, part.start);
    const end = Math.min(range?.end ?? 0, part.end);
    if (end <= start) continue;
    pieces.push(escapeHtml(text.slice(at, start)), tokenHtml(text.slice(start, end), token));
    at = end;
  }
  return pieces.join('') + escapeHtml(text.slice(at, part.end));
}

function tokenHtml(visible: string, { logprob, alternatives }: Token): string {
  if (logprob === null) return escapeHtml(visible);
  const level = shadeProbabilities.findIndex((lowest) => Math.exp(logprob) >= lowest);
  const listed = alternatives.map((other) => `${JSON.stringify(other.text)} ${percent(other.logprob)}`);
  const title = escapeHtml([historyText.export.probability(percent(logprob)), ...listed].join('\n'));
  return `<i class="l${level < 0 ? shadeProbabilities.length : level}" title="${title}">${escapeHtml(visible)}</i>`;
}

function percent(logprob: number): string {
  if (logprob <= impossibleLogprob) return '0%';
  const value = Math.exp(logprob) * 100;
  return `${value >= 10 ? value.toFixed(1) : value.toPrecision(2)}%`;
}
