/** Options for rendering TeX as MathML. Links, images and styles aren't trusted, and expansion is limited. */
export const katexOptions = { output: 'mathml', throwOnError: true, strict: 'ignore', trust: false, maxExpand: 500, maxSize: 20 } as const;

/** Longer formulas are shown as source. */
const maxTexLength = 8000;
/** Those with macros are shorter, because KaTeX limits the expansions but not what they produce. */
const maxTexLengthWithMacros = 300;
const macroDefinition = /\\(?:[gex]?def|(?:re)?newcommand|providecommand|let|futurelet)(?![A-Za-z])/;

/** Returns whether a formula takes little time to render. */
export function canRenderTex(tex: string): boolean {
  return tex.length <= (macroDefinition.test(tex) ? maxTexLengthWithMacros : maxTexLength);
}

/** Unicode ranges of a mathematical alphabet. */
interface Alphabet {
  readonly upper: number;
  readonly lower: number;
  readonly digits?: number;
  /** Greek capitals and small letters. */
  readonly greek?: readonly [upper: number, lower: number];
  /** Letters that Unicode had encoded before the alphabet. */
  readonly exceptions?: Readonly<Record<string, string>>;
}

const alphabets: Readonly<Record<string, Alphabet>> = {
  bold: { upper: 0x1d400, lower: 0x1d41a, digits: 0x1d7ce, greek: [0x1d6a8, 0x1d6c2] },
  'bold-italic': { upper: 0x1d468, lower: 0x1d482, greek: [0x1d71c, 0x1d736] },
  script: {
    upper: 0x1d49c,
    lower: 0x1d4b6,
    exceptions: { B: 'ℬ', E: 'ℰ', F: 'ℱ', H: 'ℋ', I: 'ℐ', L: 'ℒ', M: 'ℳ', R: 'ℛ', e: 'ℯ', g: 'ℊ', o: 'ℴ' },
  },
  fraktur: { upper: 0x1d504, lower: 0x1d51e, exceptions: { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' } },
  'double-struck': {
    upper: 0x1d538,
    lower: 0x1d552,
    digits: 0x1d7d8,
    exceptions: { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' },
  },
  'sans-serif': { upper: 0x1d5a0, lower: 0x1d5ba, digits: 0x1d7e2 },
  monospace: { upper: 0x1d670, lower: 0x1d68a, digits: 0x1d7f6 },
};

/**
 * Maps letters to a mathematical alphabet, such as R to ℝ. Returns undefined for an unknown alphabet. Browsers ignore MathML's
 * `mathvariant` except `normal`, so vectors and ℝ would look like plain letters.
 */
export function toMathAlphabet(text: string, variant: string): string | undefined {
  const alphabet = Object.hasOwn(alphabets, variant) ? alphabets[variant] : undefined;
  if (alphabet === undefined) return undefined;
  return Array.from(text, (letter) => alphabet.exceptions?.[letter] ?? inAlphabet(letter, alphabet)).join('');
}

function inAlphabet(letter: string, { upper, lower, digits, greek }: Alphabet): string {
  const moved = (first: string, start: number | undefined): string =>
    start === undefined ? letter : String.fromCodePoint(start + letter.charCodeAt(0) - first.charCodeAt(0));
  if (/^[A-Z]$/.test(letter)) return moved('A', upper);
  if (/^[a-z]$/.test(letter)) return moved('a', lower);
  if (/^[0-9]$/.test(letter)) return moved('0', digits);
  if (/^[Α-Ω]$/.test(letter)) return moved('Α', greek?.[0]);
  return /^[α-ω]$/.test(letter) ? moved('α', greek?.[1]) : letter;
}
