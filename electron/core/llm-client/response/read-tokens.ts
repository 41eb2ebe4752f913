import { alignTokens } from '../../../presentation/align-tokens.ts';
import type { AnswerPart } from '../../../contract/answer.ts';
import { impossibleLogprob } from '../../../contract/constants.ts';
import { parseJson, readArray, readNumber, readObject, readString } from '../../../contract/json.ts';
import type { Token, TokenAlternative, TokenKind } from '../../../contract/tokens.ts';

/** Parses log probabilities in the format of chat (`content`) or of text completions (`tokens`). */
export function readTokens(value: unknown, kind: TokenKind): readonly Token[] {
  const logprobs = readObject(value);
  if (!logprobs) return [];
  if (Array.isArray(logprobs['content'])) return readArray(logprobs['content']).map((item) => readChatToken(item, kind));
  const own = readArray(logprobs['token_logprobs']);
  const listed = readArray(logprobs['top_logprobs']); // not parallel if SGLang was asked for none
  return readArray(logprobs['tokens']).map((text, at) => createToken(readString(text), readLogprob(own[at]), readByText(listed[at]), kind));
}

/** Parses the tokens of a text from vLLM's `prompt_logprobs`: null for the first, then candidates by token id, the real one first. */
export function readPromptTokens(body: string): readonly Token[] {
  // JavaScript sorts names that are numbers, and so would lose which one is first.
  const ordered = readObject(parseJson(body.replaceAll(/"(\d+)":(?=\s*\{\s*"logprob")/g, '"#$1":')));
  const choice = readObject(readArray(ordered?.['choices'])[0]);
  return readArray(choice?.['prompt_logprobs']).map((item) => {
    const listed = Object.values(readObject(item) ?? {}).flatMap((candidate) => {
      const fields = readObject(candidate);
      const logprob = readLogprob(fields?.['logprob']);
      return logprob === null ? [] : [{ text: readString(fields?.['decoded_token']), logprob }];
    });
    return createToken(listed[0]?.text ?? '', listed[0]?.logprob ?? null, listed, 'prompt');
  });
}

/** Sets the kind of each token by the part it is visible in. Engines don't mark reasoning, and a late tag may turn text into it. */
export function withKinds(tokens: readonly Token[], parts: readonly AnswerPart[]): readonly Token[] {
  if (!parts.some(({ kind }) => kind === 'reasoning')) return tokens;
  const texts = parts.map((part) => (part.kind === 'tool-call' ? part.arguments : part.text));
  const ranges = alignTokens(tokens, texts.join(''));
  let part = 0;
  let end = texts[0]?.length ?? 0;
  return tokens.map((token, index) => {
    const range = ranges[index];
    if (!range) return token;
    while (range.start >= end && part + 1 < texts.length) {
      part += 1;
      end += texts[part]?.length ?? 0;
    }
    const kind = parts[part]?.kind === 'reasoning' ? 'reasoning' : 'content';
    return token.kind === kind ? token : { ...token, kind };
  });
}

function readChatToken(item: unknown, kind: TokenKind): Token {
  const fields = readObject(item);
  const listed = readArray(fields?.['top_logprobs']).flatMap((each) => {
    const other = readObject(each);
    const logprob = readLogprob(other?.['logprob']);
    return logprob === null ? [] : [{ text: readString(other?.['token']), logprob }];
  });
  const text = readString(fields?.['token']);
  const token = createToken(text, readLogprob(fields?.['logprob']), listed, kind);
  const bytes = readArray(fields?.['bytes']).filter(isByte);
  return bytes.length === 0 || Buffer.from(bytes).equals(Buffer.from(text)) ? token : { ...token, bytes };
}

/** Parses candidates in an object with their texts as names. */
function readByText(value: unknown): readonly TokenAlternative[] {
  return Object.entries(readObject(value) ?? {}).flatMap(([text, own]) => {
    const logprob = readLogprob(own);
    return logprob === null ? [] : [{ text, logprob }];
  });
}

/** Reads a log probability. Engines send -9999 or the lowest number of their type for a probability of zero. */
function readLogprob(value: unknown): number | null {
  const logprob = readNumber(value);
  return logprob === undefined ? null : Math.max(logprob, impossibleLogprob) + 0; // JSON has no -0
}

/** Creates a token that is among its own alternatives, whether or not the engine listed it. */
function createToken(text: string, logprob: number | null, listed: readonly TokenAlternative[], kind: TokenKind): Token {
  const sorted = listed.toSorted((one, other) => other.logprob - one.logprob);
  if (logprob === null) return { text, logprob, alternatives: sorted, kind };
  const same = sorted.findIndex((each) => each.text === text && each.logprob === logprob);
  if (same >= 0) return { text, logprob, alternatives: sorted, kind };
  // Engines that key alternatives by text send only one of several with the same text, perhaps not the chosen one.
  const namesake = sorted.findIndex((each) => each.text === text);
  const others = sorted.filter((_, index) => index !== namesake);
  const alternatives = [...others, { text, logprob }].toSorted((one, other) => other.logprob - one.logprob);
  return { text, logprob, alternatives, ...(namesake < 0 && listed.length > 0 ? { isUnlisted: true } : {}), kind };
}

function isByte(value: unknown): value is number {
  return Number.isInteger(value) && !Object.is(value, -0) && Number(value) >= 0 && Number(value) <= 255; // JSON has no -0
}
