import type { Answer, AnswerDelta, CallState, Finish, Usage } from '../../../contract/answer.ts';
import type { Token } from '../../../contract/tokens.ts';
import type { Clock } from '../../shared/clock.ts';
import { readFinish, readMetrics, readUsage, readSources } from './chunk-fields.ts';
import { createAnswerParts } from './answer-parts.ts';
import { parseJson, readArray, readObject, readString, type JsonObject } from '../../../contract/json.ts';
import { readTokens, withKinds } from './read-tokens.ts';
import { createReasoningScanner, type TagTrust } from './reasoning-scanner.ts';
import { computeTimings, type TimeMarks } from './timings.ts';
import { createToolCalls } from './tool-calls.ts';
import { noteTexts } from '../text.ts';

export interface AssemblerOptions {
  readonly clock: Clock;
  /** When the request was sent, by that clock. */
  readonly startedAt: number;
  readonly trust: TagTrust;
  /** Names of the offered tools. */
  readonly offered: ReadonlySet<string>;
  readonly onDelta: (delta: AnswerDelta) => void;
  /** Called with each chunk's tokens, if log probabilities were requested. Their kinds may change until the end. */
  readonly onTokens?: ((tokens: readonly Token[]) => void) | undefined;
}

/** An assembled answer. */
export interface Assembled {
  readonly answer: Omit<Answer, 'notes'>;
  /** The service's error object, unmodified. */
  readonly error: unknown;
  readonly notes: readonly string[];
}

/** Builds an answer from chunks, or from one object if it isn't streamed. */
export interface Assembler {
  readonly push: (chunk: unknown) => void;
  readonly hasFinished: () => boolean;
  readonly hasFailed: () => boolean;
  /** `isComplete` is false if the stream broke. An unclosed tool call is then unfinished, not invalid. */
  readonly end: (isComplete: boolean) => Assembled;
}

export function createAssembler({ clock, startedAt, trust, offered, onDelta, onTokens }: AssemblerOptions): Assembler {
  const parts = createAnswerParts(onDelta);
  const notes = new Set<string>();
  const marks: TimeMarks = { startedAt, firstAt: undefined, lastAt: undefined, chunks: 0 };
  let finish: Finish | undefined;
  let usage: Usage | undefined;
  let metrics: Readonly<Record<string, number>> | undefined;
  let tokens: Token[] | undefined;
  let error: unknown;
  let hasDeltas = false;
  let isInField = false;

  const fieldScanner = createReasoningScanner('field', {
    text: () => undefined,
    reasoning: (chunk) => parts.appendText('reasoning', chunk),
    reclassify: () => undefined,
    endPart: () => undefined,
  });
  const leaveField = (): void => {
    if (!isInField) return;
    isInField = false;
    fieldScanner.interrupt('other');
  };
  const content = createReasoningScanner(trust, {
    text: (chunk) => {
      leaveField();
      parts.appendText('text', chunk);
    },
    reasoning: (chunk) => {
      leaveField();
      parts.appendText('reasoning', chunk);
    },
    reclassify: parts.reclassify,
    endPart: () => {
      leaveField();
      parts.endPart();
    },
  });
  const callParts: number[] = [];
  const calls = createToolCalls({
    begin: (_call, id, name) => {
      content.interrupt('tool-call');
      callParts.push(parts.beginCall(id, name));
    },
    rename: (call, id, name) => parts.renameCall(callParts[call] ?? -1, id, name),
    append: (call, chunk) => parts.appendCall(callParts[call] ?? -1, chunk),
  });

  const addReasoning = (chunk: string): void => {
    if (!isInField) {
      if (!content.isThinking()) content.interrupt('reasoning-field');
      isInField = true;
    }
    fieldScanner.push(chunk);
  };

  const addDelta = (delta: JsonObject): boolean => {
    // If both fields are sent, they have the same text, for older clients.
    const reasoning = readString(delta['reasoning']) || readString(delta['reasoning_content']);
    const text = readContent(delta['content']);
    const refusal = readString(delta['refusal']);
    const toolCalls = readArray(delta['tool_calls']);
    if (reasoning !== '') addReasoning(reasoning);
    if (text !== '') content.push(text);
    if (refusal !== '') {
      if (text !== '' || reasoning !== '') content.interrupt('other');
      parts.appendText('refusal', refusal);
    }
    for (const call of toolCalls) calls.take(call);
    const legacy = readObject(delta['function_call']);
    if (legacy) calls.take({ function: legacy });
    return reasoning !== '' || text !== '' || refusal !== '' || toolCalls.length > 0 || legacy !== undefined;
  };

  const addTokens = (value: unknown, isReasoning: boolean): void => {
    const added = readTokens(value, isReasoning ? 'reasoning' : 'content');
    if (added.length === 0) return;
    for (const token of added) (tokens ??= []).push(token);
    onTokens?.(added);
  };

  const addChoice = (choice: JsonObject): void => {
    const delta = readObject(choice['delta']);
    // A final summary repeats what was already streamed.
    const fields = delta ?? (hasDeltas ? undefined : readObject(choice['message']));
    const plain = readString(choice['text']);
    if (delta || plain !== '') hasDeltas = true;
    const hasMore = fields ? addDelta(fields) : false;
    if (plain !== '') parts.appendText('text', plain);
    finish = readFinish(choice['finish_reason']) ?? finish;
    if (choice['error'] || choice['finish_reason'] === 'error') error ??= choice;
    if (choice['logprobs']) addTokens(choice['logprobs'], isInField || content.isThinking());
    if (!hasMore && plain === '') return;
    marks.lastAt = clock.now();
    marks.firstAt ??= marks.lastAt;
    marks.chunks += 1;
  };

  return {
    push: (chunk) => {
      const fields = readObject(chunk);
      if (!fields) return;
      error ??= errorIn(fields);
      const choices = readArray(fields['choices']);
      for (const item of choices) {
        const choice = readObject(item);
        if (!choice) continue;
        if ((choice['index'] ?? 0) === 0) addChoice(choice);
        else notes.add(noteTexts.severalAnswers);
      }
      if (fields['usage']) usage = readUsage(fields['usage']) ?? usage;
      if (fields['metrics']) metrics = readMetrics(fields['metrics']) ?? metrics;
      if (fields['sources']) {
        const sources = readSources(fields['sources']);
        if (sources !== undefined) {
          content.interrupt('other');
          parts.appendText('notice', sources);
          parts.endPart();
        }
      }
    },
    hasFinished: () => finish !== undefined,
    hasFailed: () => error !== undefined,
    end: (isComplete) => {
      content.end();
      leaveField();
      parts.validateCalls((name, args) => validateCall(name, args, offered, isComplete));
      const read = parts.read();
      const hasCalls = callParts.length > 0;
      return {
        answer: {
          parts: read,
          finish: finish === 'stop' && hasCalls ? 'tool-calls' : (finish ?? null),
          usage: usage ?? null,
          metrics: metrics ?? null,
          logprobs: tokens ? withKinds(tokens, read) : null,
          timings: computeTimings(marks, usage?.completionTokens ?? undefined, clock.now()),
        },
        error,
        notes: [...notes],
      };
    },
  };
}

/** Returns the error in a chunk, in any dialect. */
function errorIn(fields: JsonObject): unknown {
  if (fields['error']) return fields;
  if (fields['object'] === 'error') return fields;
  return fields['detail'] && !fields['choices'] ? fields : undefined;
}

function readContent(value: unknown): string {
  if (typeof value === 'string') return value;
  return readArray(value)
    .map((item) => readString(readObject(item)?.['text']))
    .join('');
}

function validateCall(name: string, args: string, offered: ReadonlySet<string>, isComplete: boolean): CallState {
  const isValid = args.trim() === '' ? isComplete : readObject(parseJson(args)) !== undefined;
  if (!isValid) return isComplete ? 'invalid-arguments' : 'unfinished';
  return offered.has(name) ? 'valid' : 'not-offered';
}
