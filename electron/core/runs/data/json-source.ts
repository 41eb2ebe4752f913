/**
 * Finds numbers that JSON.parse or JSON.stringify may change: those with many digits, a zero at the end of a fraction, an exponent or
 * many zeros after the point, and -0. Strings may have them too.
 */
const changeableNumber = /\d[\d.]{15}|\.\d*0(?!\d)|\d[eE]|0\.0{6}|-0(?![\d.])/;

const [quote, backslash, colon, comma, openBrace, closeBrace, openBracket, closeBracket] = Buffer.from('"\\:,{}[]');
const space = 0x20;

/**
 * Returns a function that converts the value of a field of an object to JSON, with numbers as its source has them. The source is valid
 * JSON. A reviver would be simpler, but takes more than a hundred bytes for each value.
 */
export function createFieldStringify(source: string): (key: string, value: unknown) => string {
  const fields = changeableNumber.test(source) ? readFields(source) : undefined;
  return (key, value) => {
    const field = fields?.get(key);
    return field !== undefined && changeableNumber.test(field) ? compact(field) : JSON.stringify(value);
  };
}

/** Returns the source of each field of an object. Of fields with the same key it is the last, as with JSON.parse. */
function readFields(source: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  let depth = 0;
  let key: string | undefined;
  let valueStart = 0;
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charCodeAt(at);
    if (character === quote) {
      const end = findStringEnd(source, at);
      if (depth === 1) key ??= String(JSON.parse(source.slice(at, end)));
      at = end - 1;
    } else if (character === openBrace || character === openBracket) depth += 1;
    else if (character === colon && depth === 1) valueStart = at + 1;
    else if (character === comma || character === closeBrace || character === closeBracket) {
      if (depth === 1 && key !== undefined) {
        fields.set(key, source.slice(valueStart, at));
        key = undefined;
      }
      if (character !== comma) depth -= 1;
    }
  }
  return fields;
}

/** Removes white space and needless escapes, as JSON.stringify does. */
function compact(json: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === quote) {
      const end = findStringEnd(json, at);
      const string = json.slice(at, end);
      if (string.includes('\\')) {
        pieces.push(json.slice(from, at), JSON.stringify(JSON.parse(string)));
        from = end;
      }
      at = end - 1;
    } else if (character <= space) {
      if (at > from) pieces.push(json.slice(from, at));
      from = at + 1;
    }
  }
  return pieces.join('') + json.slice(from);
}

/** Returns the position after the closing quote of a string. */
function findStringEnd(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== quote) at += json.charCodeAt(at) === backslash ? 2 : 1;
  return at + 1;
}
