/** The model that a request body names. */
export type ModelName = { readonly kind: 'named'; readonly model: string } | { readonly kind: 'absent' } | { readonly kind: 'not-json' };

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;

/** Reads the top-level `model` of a JSON object. */
export function readModelName(body: Buffer): ModelName {
  const found = findValue(body, 'model');
  if (found === 'not-json') return { kind: 'not-json' };
  const model = found !== undefined && body[found.at] === quote ? decodeString(body, found.at, found.end) : undefined;
  return model === undefined || model === '' ? { kind: 'absent' } : { kind: 'named', model };
}

/** Returns true if a JSON object has a top-level `"stream": true`. */
export function requestsStream(body: Buffer): boolean {
  const found = findValue(body, 'stream');
  return typeof found === 'object' && body.toString('latin1', found.at, found.end) === 'true';
}

/**
 * Finds a top-level value of a JSON object without JSON.parse, which is slow and needs much memory for bodies with images. The value is
 * usually near the start. The engine validates the rest.
 */
function findValue(body: Buffer, key: string): { readonly at: number; readonly end: number } | 'not-json' | undefined {
  let at = skipSpace(body, 0);
  if (body[at] !== 0x7b) return 'not-json';
  at = skipSpace(body, at + 1);
  while (body[at] === quote) {
    const keyEnd = skipText(body, at);
    if (keyEnd < 0) return 'not-json';
    const currentKey = decodeString(body, at, keyEnd);
    at = skipSpace(body, keyEnd);
    if (body[at] !== colon) return 'not-json';
    at = skipSpace(body, at + 1);
    const end = skipValue(body, at);
    if (end < 0) return 'not-json';
    if (currentKey === key) return { at, end };
    at = skipSpace(body, end);
    if (body[at] === comma) at = skipSpace(body, at + 1);
  }
  return body[at] === 0x7d ? undefined : 'not-json';
}

/** Returns the offset after a value, or -1 if it doesn't end. */
function skipValue(body: Buffer, start: number): number {
  const first = body[start];
  if (first === quote) return skipText(body, start);
  if (first !== 0x7b && first !== 0x5b) return skipWord(body, start);
  let depth = 0;
  let at = start;
  while (at < body.length) {
    const byte = body[at];
    if (byte === quote) {
      at = skipText(body, at);
      if (at < 0) return -1;
      continue;
    }
    if (byte === 0x7b || byte === 0x5b) depth += 1;
    if (byte === 0x7d || byte === 0x5d) depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** Returns the offset after a string's closing quote, or -1. */
function skipText(body: Buffer, start: number): number {
  let end = body.indexOf(quote, start + 1);
  while (end >= 0) {
    let slashes = 0;
    while (body[end - 1 - slashes] === backslash) slashes += 1;
    if (slashes % 2 === 0) return end + 1;
    end = body.indexOf(quote, end + 1);
  }
  return -1;
}

/** Returns the offset after a number, true, false or null, or -1. */
function skipWord(body: Buffer, start: number): number {
  let at = start;
  while (at < body.length && /[\w.+-]/.test(String.fromCharCode(body[at] ?? 0))) at += 1;
  return at > start ? at : -1;
}

function skipSpace(body: Buffer, start: number): number {
  let at = start;
  while (body[at] === 0x20 || body[at] === 0x0a || body[at] === 0x0d || body[at] === 0x09) at += 1;
  return at;
}

function decodeString(body: Buffer, start: number, end: number): string | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8', start, end));
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the field `model` of a multipart form, as audio and file endpoints use. The engine validates the parts. */
export function readMultipartModel(body: Buffer, contentType: string): ModelName {
  const boundary = parseBoundary(contentType);
  if (boundary === undefined) return { kind: 'absent' };
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  // The first delimiter may come without a line break before it.
  let at = body.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2)) ? delimiter.length - 2 : indexAfter(body, delimiter, 0);
  while (at >= 0) {
    const headEnd = body.indexOf('\r\n\r\n', at, 'latin1');
    const next = body.indexOf(delimiter, at);
    if (headEnd < 0 || next < 0) break;
    const head = body.toString('latin1', at, Math.min(headEnd, next, at + maxHeadBytes));
    if (headEnd < next && isModelField(head)) {
      const model = body.toString('utf8', headEnd + 4, Math.min(next, headEnd + 4 + maxNameBytes)).trim();
      return model === '' ? { kind: 'absent' } : { kind: 'named', model };
    }
    at = next + delimiter.length;
  }
  return { kind: 'absent' };
}

const maxHeadBytes = 8 * 1024;
const maxNameBytes = 1024;

function parseBoundary(contentType: string): string | undefined {
  const found = /;\s{0,10}boundary=(?:"([^"]{1,70})"|([^\s;,"]{1,70}))/i.exec(contentType);
  return found?.[1] ?? found?.[2];
}

function isModelField(head: string): boolean {
  const disposition = /^content-disposition:([^\r\n]*)/im.exec(head)?.[1] ?? '';
  return /;\s*name="?model"?\s*(?:;|$)/i.test(disposition) && !/filename/i.test(disposition);
}

function indexAfter(body: Buffer, delimiter: Buffer, from: number): number {
  const found = body.indexOf(delimiter, from);
  return found < 0 ? -1 : found + delimiter.length;
}
