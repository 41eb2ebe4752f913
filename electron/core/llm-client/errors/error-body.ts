import { readArray, readNumber, readObject, readString, type JsonObject } from '../../../contract/json.ts';
import type { Readable } from 'node:stream';

/** An error body of any dialect. */
export interface ErrorBody {
  /** The service's own message on one line. Empty if there is none to show. */
  readonly message: string;
  readonly type: string;
  readonly param: string;
  /** As text, because engines send numbers and words. */
  readonly code: string;
  readonly isMarkup: boolean;
}

const maxMessageLength = 400;

/** Parses the text of an error response. Removes the secrets before it truncates the message, so that no part of one remains. */
export function readErrorBody(text: string, secrets: readonly string[]): ErrorBody {
  return finished(readText(text), secrets);
}

/** Parses an error object, alone or from a stream, in the same way. */
export function readErrorValue(value: unknown, secrets: readonly string[]): ErrorBody {
  return finished(readValue(value), secrets);
}

function finished(body: ErrorBody, secrets: readonly string[]): ErrorBody {
  const redacted = (text: string): string =>
    secrets.reduce((left, secret) => (secret === '' ? left : left.replaceAll(secret, '•••')), text);
  return {
    message: truncated(redacted(body.message)),
    type: redacted(body.type),
    param: redacted(body.param),
    code: redacted(body.code),
    isMarkup: body.isMarkup,
  };
}

function readText(text: string): ErrorBody {
  const trimmed = text.trim();
  if (trimmed.startsWith('<')) return { ...plain(''), isMarkup: true };
  try {
    return readValue(JSON.parse(trimmed)); // also throws if nested too deeply
  } catch {
    return plain(trimmed);
  }
}

function readValue(value: unknown): ErrorBody {
  if (typeof value === 'string') return readWrapped(value);
  const fields = readObject(value);
  if (!fields) return plain('');
  const nested = fields['error'];
  if (nested !== undefined && nested !== null) return typeof nested === 'string' ? readWrapped(nested) : readValue(nested);
  const detail = fields['detail'];
  if (detail !== undefined && detail !== null) return readDetail(detail);
  return {
    message: toOneLine(readString(fields['message'])),
    type: readString(fields['type']),
    param: readString(fields['param']),
    code: String(readNumber(fields['code']) ?? readString(fields['code'])),
    isMarkup: false,
  };
}

/** Parses a message that is itself a JSON error, as when one service wraps another. */
function readWrapped(text: string): ErrorBody {
  if (text.trimStart().startsWith('{')) {
    try {
      return readValue(JSON.parse(text));
    } catch {
      return plain(text);
    }
  }
  return plain(text);
}

/** Parses the proxy's `detail`: a sentence, an object, or validation items. */
function readDetail(detail: unknown): ErrorBody {
  if (typeof detail === 'string') return readWrapped(detail);
  if (!Array.isArray(detail)) return readValue(detail);
  const items = readArray(detail).map((item) => readObject(item) ?? {});
  return { ...plain(items.map(describeItem).filter(Boolean).join('; ')), param: lastLocation(items[0]) };
}

function describeItem(item: JsonObject): string {
  const location = readArray(item['loc']).slice(1).join('.');
  const message = readString(item['msg']);
  return location && message ? `${location}: ${message}` : message;
}

function lastLocation(item: JsonObject | undefined): string {
  return readString(readArray(item?.['loc']).at(-1));
}

function plain(message: string): ErrorBody {
  return { message: toOneLine(message), type: '', param: '', code: '', isMarkup: false };
}

function toOneLine(message: string): string {
  return message.replace(/\p{Cc}+/gu, ' ').trim();
}

function truncated(line: string): string {
  return line.length > maxMessageLength ? `${line.slice(0, maxMessageLength)}…` : line;
}

/** More than any error needs, because the proxy's model list can be long. */
const maxTextBytes = 4 * 1024 * 1024;

/** Reads a short body as text. Returns what arrived if it breaks, stalls or never ends. */
export async function readBodyText(body: Readable, signal: AbortSignal, idleMs: number, maxBytes = maxTextBytes): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const timer = setTimeout(() => body.destroy(), idleMs);
  const onAbort = (): void => void body.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for await (const chunk of body) {
      if (!(chunk instanceof Uint8Array)) continue;
      chunks.push(chunk);
      length += chunk.length;
      timer.refresh();
      if (length > maxBytes) break; // leaving the loop destroys the body
    }
  } catch {
    // A broken error body is still an error; the status matters most.
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
  return Buffer.concat(chunks).toString('utf8');
}
