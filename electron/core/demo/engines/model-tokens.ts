/** Separates the character from the number of its part in a token that is a part of a character. */
const partMark = '\u0000';

/** Special tokens. They are one token each where a tokenizer reads them. */
const specialToken = /(<\|[a-z_]+\|>)/;

/** The token that ends an answer. It isn't part of the text. */
export const endToken = '<|end|>';

/**
 * Splits a text into tokens: up to six letters or three digits with the preceding space, a run of white space, or one other
 * character. Joined, they give the text.
 */
export function tokenize(text: string): readonly string[] {
  return text.match(/ ?\p{L}{1,6}| ?\p{N}{1,3}|\s+|[^\s\p{L}\p{N}]/gu) ?? [];
}

/** Splits a text into the tokens that a model counts. A character beyond the basic plane is two tokens, as bytes are on the engines. */
export function modelTokens(text: string): readonly string[] {
  return tokenize(text).flatMap((token) =>
    (token.codePointAt(0) ?? 0) > 0xffff ? [`${token}${partMark}0`, `${token}${partMark}1`] : [token],
  );
}

/** Splits a text that may contain special tokens. */
export function modelTokensWithSpecial(text: string): readonly string[] {
  return text.split(specialToken).flatMap((piece) => (specialToken.test(piece) ? [piece] : modelTokens(piece)));
}

/** Counts the tokens of a text. */
export function countTokens(text: string): number {
  return modelTokens(text).length;
}

/** Returns a token as an engine writes it. vLLM puts the whole character on its last part, SGLang can write none. */
export function writtenToken(token: string, engine: 'vllm' | 'sglang'): string {
  const [character = '', part] = token.split(partMark);
  if (part === undefined) return token;
  if (engine === 'sglang') return '\uFFFD';
  return part === '1' ? character : '';
}

/** Joins tokens to a text. */
export function joinTokens(tokens: readonly string[]): string {
  return tokens.map((token) => writtenToken(token, 'vllm')).join('');
}

/** Numbers the tokens in the order in which they are first seen. */
export type Vocabulary = ReturnType<typeof createVocabulary>;

const firstId = 100;
const maxTokens = 500_000;

/** Creates an empty vocabulary. */
export function createVocabulary() {
  const ids = new Map<string, number>();
  let tokens: string[] = [];
  return {
    idOf: (token: string): number => {
      const known = ids.get(token);
      if (known !== undefined) return known;
      if (tokens.length >= maxTokens) {
        ids.clear();
        tokens = [];
      }
      const id = firstId + tokens.push(token) - 1;
      ids.set(token, id);
      return id;
    },
    tokenOf: (id: number): string | undefined => tokens[id - firstId],
  };
}
