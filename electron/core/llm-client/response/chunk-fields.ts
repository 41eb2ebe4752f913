import type { Finish, Usage } from '../../../contract/answer.ts';
import { readArray, readNumber, readObject, readString } from '../../../contract/json.ts';

/** Parses token usage. SGLang reports reasoning tokens at the top level, others in the details. */
export function readUsage(value: unknown): Usage | undefined {
  const usage = readObject(value);
  if (!usage) return undefined;
  const completion = readObject(usage['completion_tokens_details']);
  const prompt = readObject(usage['prompt_tokens_details']);
  return {
    promptTokens: readCount(usage['prompt_tokens']),
    completionTokens: readCount(usage['completion_tokens']),
    totalTokens: readCount(usage['total_tokens']),
    reasoningTokens: readCount(usage['reasoning_tokens']) ?? readCount(completion?.['reasoning_tokens']),
    cachedTokens: readCount(prompt?.['cached_tokens']),
  };
}

/** Reads a number of tokens. One that can't be stored as an integer is unknown. */
function readCount(value: unknown): number | null {
  const number = readNumber(value);
  if (number === undefined || number < 0) return null;
  const count = Math.round(number);
  return Number.isSafeInteger(count) ? count : null;
}

/** Returns the engine's own metrics, numbers only. */
export function readMetrics(value: unknown): Readonly<Record<string, number>> | undefined {
  const metrics = readObject(value);
  if (!metrics) return undefined;
  const numbers = Object.entries(metrics).filter((entry): entry is [string, number] => readNumber(entry[1]) !== undefined);
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
  const reason = readString(value);
  if (reason === '') return undefined;
  return Object.hasOwn(finishes, reason) ? finishes[reason] : 'other';
}

/** Formats the sources that the proxy sends before the answer as one line. */
export function readSources(value: unknown): string | undefined {
  const names = readArray(value)
    .map((item) => {
      const fields = readObject(item);
      const source = readObject(fields?.['source']);
      return readString(source?.['name']) || readString(source?.['url']) || readString(fields?.['name']) || readString(fields?.['source']);
    })
    .filter((name) => name !== '');
  return names.length > 0 ? `Sources: ${[...new Set(names)].join(', ')}` : undefined;
}
