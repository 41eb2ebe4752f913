/**
 * Finds numbers that JSON.parse or JSON.stringify may change: those with many digits, a zero at the end of a fraction, an exponent or
 * many zeros after the point, and -0. Strings may have them too.
 */
const changeableNumber = /\d[\d.]{15}|\.\d*0(?!\d)|\d[eE]|0\.0{6}|-0(?![\d.])/;

/**
 * Returns a function that converts the value of a field of an object to JSON, with numbers as its source has them. The source is valid
 * JSON. Throws a RangeError if it nests too deeply.
 */
export function createFieldStringify(source: string): (key: string, value: unknown) => string {
  const exact = changeableNumber.test(source) ? parseNumbersAsTexts(source) : undefined;
  return (key, value) => JSON.stringify(exact ? exact[key] : value);
}

function parseNumbersAsTexts(json: string): Readonly<Record<string, unknown>> {
  return JSON.parse(json, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? JSON.rawJSON(source) : value,
  ) as Readonly<Record<string, unknown>>; // an object is given
}
