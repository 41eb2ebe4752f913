/**
 * Splits what follows a keyword as OpenSSH does (`argv_split`): both kinds of quotes, a few escapes, a comment
 * at the start of a word. Nothing: a quote is never closed.
 */
export function splitArguments(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (isBlank(text[at])) {
      at += 1;
      continue;
    }
    if (text[at] === '#') break;
    const word = readWord(text, at);
    if (!word) return undefined;
    words.push(word.value);
    at = word.end;
  }
  return words;
}

function readWord(text: string, start: number): { readonly value: string; readonly end: number } | undefined {
  let value = '';
  let quote: string | undefined;
  let at = start;
  for (; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\' && isEscapable(text[at + 1], quote)) {
      at += 1;
      value += text.charAt(at);
    } else if (quote === undefined && isBlank(character)) break;
    else if (quote === undefined && (character === '"' || character === "'")) quote = character;
    else if (character === quote) quote = undefined;
    else value += character;
  }
  return quote === undefined ? { value, end: at } : undefined;
}

/** Any other backslash is itself, so that Windows paths need no doubling. */
function isEscapable(next: string | undefined, quote: string | undefined): boolean {
  return next === "'" || next === '"' || next === '\\' || (next === ' ' && quote === undefined);
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
