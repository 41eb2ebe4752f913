import { scoreTokens } from '../../presentation/perplexity.ts';
import type { ScoreExport } from '../../contract/tokens.ts';
import { byteOrderMark, formatCsv } from '../shared/csv.ts';

/** Returns scored texts as CSV, one row per text or per token. */
export function scoresCsv({ rows, scores }: ScoreExport): string {
  return `${byteOrderMark}${rows === 'texts' ? textRows(scores) : tokenRows(scores)}`;
}

function textRows(scores: ScoreExport['scores']): string {
  return formatCsv([
    ['text', 'tokens', 'scored_tokens', 'logprob', 'perplexity'],
    ...scores.map(({ text, tokens }) => {
      const { scoredTokens, logprob, perplexity } = scoreTokens(tokens);
      return [text, tokens.length, scoredTokens, scoredTokens === 0 ? null : logprob, perplexity];
    }),
  ]);
}

function tokenRows(scores: ScoreExport['scores']): string {
  return formatCsv([
    ['text_number', 'token_number', 'token', 'logprob', 'probability'],
    ...scores.flatMap(({ tokens }, text) =>
      tokens.map((token, index) => {
        const { logprob } = scoreTokens([token]);
        const isScored = token.logprob !== null;
        return [text + 1, index + 1, token.text, isScored ? logprob : null, isScored ? Math.exp(logprob) : null];
      }),
    ),
  ]);
}
