import type { Finish, TokenLogprob, Usage } from '../../../contract/answer.ts';
import { fieldsOf, listOf, numberOf, textOf } from '../../../contract/json.ts';

/** Parses token usage. Engine B reports reasoning tokens at the top level, others in the details. */
export function readUsage(value: unknown): Usage | undefined {
  const usage = fieldsOf(value);
  if (!usage) return undefined;
  const completion = fieldsOf(usage['completion_tokens_details']);
  const prompt = fieldsOf(usage['prompt_tokens_details']);
  return {
    promptTokens: numberOf(usage['prompt_tokens']) ?? null,
    completionTokens: numberOf(usage['completion_tokens']) ?? null,
    totalTokens: numberOf(usage['total_tokens']) ?? null,
    reasoningTokens: numberOf(usage['reasoning_tokens']) ?? numberOf(completion?.['reasoning_tokens']) ?? null,
    cachedTokens: numberOf(prompt?.['cached_tokens']) ?? null,
  };
}

/** Returns the engine's own metrics, numbers only. */
export function readMetrics(value: unknown): Readonly<Record<string, number>> | undefined {
  const metrics = fieldsOf(value);
  if (!metrics) return undefined;
  const numbers = Object.entries(metrics).filter((entry): entry is [string, number] => numberOf(entry[1]) !== undefined);
  return numbers.length > 0 ? Object.fromEntries(numbers) : undefined;
}

const finishes: Readonly<Record<string, Finish>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  abort: 'aborted',
  content_filter: 'filtered',
};

/** Parses a finish reason. An unknown one is still an end. */
export function readFinish(value: unknown): Finish | undefined {
  const reason = textOf(value);
  if (reason === '') return undefined;
  return Object.hasOwn(finishes, reason) ? finishes[reason] : 'other';
}

/** Parses logprobs in the format of chat (`content`) or of text completions (`tokens`). */
export function readLogprobs(value: unknown): readonly TokenLogprob[] {
  const logprobs = fieldsOf(value);
  if (!logprobs) return [];
  if (Array.isArray(logprobs['content'])) {
    return listOf(logprobs['content']).map((item) => {
      const fields = fieldsOf(item);
      return {
        token: textOf(fields?.['token']),
        logprob: numberOf(fields?.['logprob']) ?? null,
        top: listOf(fields?.['top_logprobs']).flatMap((item) => {
          const other = fieldsOf(item);
          const logprob = numberOf(other?.['logprob']);
          return logprob === undefined ? [] : [{ token: textOf(other?.['token']), logprob }];
        }),
      };
    });
  }
  const likelihoods = listOf(logprobs['token_logprobs']);
  const tops = listOf(logprobs['top_logprobs']);
  return listOf(logprobs['tokens']).map((token, at) => ({
    token: textOf(token),
    logprob: numberOf(likelihoods[at]) ?? null,
    top: Object.entries(fieldsOf(tops[at]) ?? {}).flatMap(([other, logprob]) =>
      typeof logprob === 'number' && Number.isFinite(logprob) ? [{ token: other, logprob }] : [],
    ),
  }));
}

/** Formats the sources that the proxy sends before the answer as one line. */
export function readSources(value: unknown): string | undefined {
  const names = listOf(value)
    .map((item) => {
      const fields = fieldsOf(item);
      const source = fieldsOf(fields?.['source']);
      return textOf(source?.['name']) || textOf(source?.['url']) || textOf(fields?.['name']) || textOf(fields?.['source']);
    })
    .filter((name) => name !== '');
  return names.length > 0 ? `Sources: ${[...new Set(names)].join(', ')}` : undefined;
}
