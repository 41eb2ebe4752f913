import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';
import { parseJson } from '../../../contract/json.ts';
import type { Assembler } from './assembler.ts';

/** How reading a body ended, judging by its form. */
export type ReadEnd = 'done' | 'open' | 'nothing' | 'markup' | 'too-long' | 'malformed';

/** Parses the bytes of a streamed or unstreamed answer for the assembler. */
export interface AnswerReader {
  readonly push: (bytes: Uint8Array) => void;
  /** Returns true if no more bytes are needed. */
  readonly isOver: () => boolean;
  readonly end: () => ReadEnd;
}

/** Memory limits for one answer. */
export interface ReaderLimits {
  /** Maximum characters of one event. A longer one can't be a token. */
  readonly eventLength: number;
  /** Maximum characters of an unstreamed answer. */
  readonly bodyLength: number;
}

/** Far more than any engine sends. */
export const defaultLimits: ReaderLimits = { eventLength: 2 * 1024 * 1024, bodyLength: 32 * 1024 * 1024 };

/** One unreadable event is tolerated. A stream of them isn't an answer. */
const maxMalformedEvents = 20;

/**
 * Creates a reader. Detects the format by the first character, because proxies mislabel event streams as JSON and the reverse. Uses
 * eventsource-parser: our own parser saved only 0.1 µs of the 4 µs per chunk, half of which is JSON.parse.
 */
export function createAnswerReader(assembler: Pick<Assembler, 'push' | 'hasFailed'>, limits: ReaderLimits = defaultLimits): AnswerReader {
  const decoder = new StringDecoder('utf8');
  let form: 'unknown' | 'events' | 'object' | 'markup' = 'unknown';
  let ended: ReadEnd | undefined;
  let events = 0;
  let malformed = 0;
  let length = 0;
  const chunks: string[] = [];
  /** The last line of the events, if it is unfinished and may be a bare object or an error field. */
  let held = '';
  let isLineStart = true;

  const parser = createParser({
    maxBufferSize: limits.eventLength,
    onEvent: (event) => takeData(event.data, event.event === 'error'),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') ended ??= 'too-long';
      // llama.cpp sends an error as a field of its own.
      else if (error.field === 'error') takeData(error.value ?? '', true);
      // Some proxies insert a bare error object into the stream.
      else if (error.line?.startsWith('{')) takeData(error.line, false);
    },
  });

  const takeData = (data: string, isError: boolean): void => {
    if (ended) return;
    if (!data.startsWith('{')) {
      const word = data.trim();
      if (word === '[DONE]') ended = 'done';
      if (word === '[DONE]' || word === '') return;
    }
    const chunk = parseJson(data);
    if (chunk !== undefined) {
      events += 1;
      assembler.push(isError ? { error: chunk } : chunk);
    } else if (isError) assembler.push({ error: { message: data } });
    // Events separated by single line breaks arrive as one.
    else if (data.includes('\n')) for (const line of data.split('\n')) takeData(line, false);
    else {
      malformed += 1;
      if (malformed >= maxMalformedEvents) ended = 'malformed';
    }
    if (assembler.hasFailed()) ended ??= 'done';
  };

  /** Feeds the parser, but no unfinished line that may be a bare object or an error field, because the parser would skip the line. */
  const feedEvents = (text: string): void => {
    const start = lastLineStart(text);
    if (held !== '' && start === 0) held += text;
    else {
      const isHeld = (start > 0 || isLineStart) && (text[start] === '{' || text[start] === 'e');
      const ready = held + (isHeld ? text.slice(0, start) : text);
      held = isHeld ? text.slice(start) : '';
      isLineStart = start === text.length;
      parser.feed(ready);
    }
    if (held.length > limits.eventLength) ended ??= 'too-long';
  };

  const decide = (text: string): string => {
    const firstVisible = text.search(/[^\s\uFEFF]/);
    if (firstVisible < 0) return '';
    const first = text[firstVisible];
    form = first === '{' || first === '[' ? 'object' : first === '<' ? 'markup' : 'events';
    return text.slice(firstVisible);
  };

  const take = (decoded: string): void => {
    if (ended || decoded === '') return;
    const text = form === 'unknown' ? decide(decoded) : decoded;
    if (form === 'events') feedEvents(text);
    else if (form === 'markup') ended = 'markup';
    else if (form === 'object') {
      length += text.length;
      if (length > limits.bodyLength) ended = 'too-long';
      else chunks.push(text);
    }
  };

  const endObject = (): ReadEnd => {
    const body = parseJson(chunks.join(''));
    if (body === undefined) return 'malformed';
    assembler.push(body);
    return 'done';
  };

  return {
    push: (bytes) => take(decoder.write(bytes)),
    isOver: () => ended !== undefined,
    end: () => {
      take(decoder.end());
      // The last event often lacks the empty line that dispatches it.
      if (form === 'events' && !ended) parser.feed(`${held}\n\n`);
      if (form === 'object' && !ended) return endObject();
      if (ended && ended !== 'done') return ended;
      if (malformed > 0) return 'malformed';
      return ended ?? (events > 0 ? 'open' : 'nothing');
    },
  };
}

function lastLineStart(text: string): number {
  // most chunks end with a line
  return text.endsWith('\n') ? text.length : Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
}
