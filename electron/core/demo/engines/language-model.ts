import { guide } from '../skills/guide.ts';
import { demoText, reasoningText } from '../text.ts';
import { endToken, modelTokens } from './model-tokens.ts';
import { completionTexts } from './text-engine.ts';

/** The two tokens before a token. Missing ones are empty. */
export type Context = readonly [string, string];

/** A token with its log probability. */
interface Candidate {
  readonly token: string;
  readonly logprob: number;
}

/** A probability distribution over the next token, which depends on the two tokens before it. It sums up to 1. */
export type LanguageModel = ReturnType<typeof createLanguageModel>;

/** How much of the probability follows from two tokens before, from one, from none, and how much is left for unknown tokens. */
const weights = { two: 0.55, one: 0.25, none: 0.15, unknown: 0.05 } as const;

/** Unknown tokens are taken to be one of this many, all equally likely. */
export const unknownTokens = 4096;

/** How often each token occurred, and how many there were. */
interface Counts {
  readonly byToken: Map<string, number>;
  total: number;
}

/** Contexts whose candidates are remembered, because texts repeat themselves. */
const maxRemembered = 2000;

/** Creates a model from the frequencies in some texts, each a list of tokens. */
export function createLanguageModel(texts: readonly (readonly string[])[]) {
  const afterTwo = new Map<string, Counts>();
  const afterOne = new Map<string, Counts>();
  const overall: Counts = { byToken: new Map(), total: 0 };
  for (const tokens of texts) {
    for (const [index, token] of tokens.entries()) {
      const context: Context = [tokens[index - 2] ?? '', tokens[index - 1] ?? ''];
      count(countsAt(afterTwo, keyOf(context)), token);
      count(countsAt(afterOne, context[1]), token);
      count(overall, token);
    }
  }
  const unknown = weights.unknown / unknownTokens;

  /** The probability moves on to the next shorter context where the longer one is unknown. */
  const probability = (context: Context, token: string): number => {
    if (!overall.byToken.has(token)) return unknown;
    const general = share(overall, token);
    const one = afterOne.get(context[1]);
    const withOne = one ? share(one, token) : general;
    const two = afterTwo.get(keyOf(context));
    const withTwo = two ? share(two, token) : withOne;
    return weights.two * withTwo + weights.one * withOne + weights.none * general;
  };

  const vocabulary = [...overall.byToken.keys()];
  const remembered = new Map<string, readonly Likely[]>();
  const rank = (context: Context): readonly Likely[] => {
    const key = keyOf(context);
    const known = remembered.get(key);
    if (known) return known;
    const ranked = vocabulary
      .map((token) => ({ token, probability: probability(context, token) }))
      .toSorted((one, other) => other.probability - one.probability);
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(key, ranked);
    return ranked;
  };
  /** The log of the sum of all probabilities after the temperature has changed them. */
  const change = (context: Context, temperature: number): number => {
    if (temperature === 1) return 0;
    const known = rank(context).reduce((all, each) => all + each.probability ** (1 / temperature), 0);
    return Math.log(known + unknownTokens * unknown ** (1 / temperature));
  };

  return {
    logprob: (context: Context, token: string, temperature: number = 1): number =>
      Math.log(probability(context, token)) / temperature - change(context, temperature),
    /** Returns the most likely tokens, most likely first. */
    top: (context: Context, wanted: number, temperature: number = 1): readonly Candidate[] => {
      const changed = change(context, temperature);
      return rank(context)
        .slice(0, wanted)
        .map(({ token, probability: plain }) => ({ token, logprob: Math.log(plain) / temperature - changed }));
    },
  };
}

interface Likely {
  readonly token: string;
  readonly probability: number;
}

function countsAt(all: Map<string, Counts>, key: string): Counts {
  const known = all.get(key);
  if (known) return known;
  const counts: Counts = { byToken: new Map(), total: 0 };
  all.set(key, counts);
  return counts;
}

function count(counts: Counts, token: string): void {
  counts.byToken.set(token, (counts.byToken.get(token) ?? 0) + 1);
  counts.total += 1;
}

function share({ byToken, total }: Counts, token: string): number {
  return (byToken.get(token) ?? 0) / total;
}

function keyOf([before, last]: Context): string {
  return `${before}\u0001${last}`;
}

/** A text with characters that are several tokens, so that they occur among the candidates. */
const symbols = 'Boats: 🚢 ⛵ 🛶 🚤. Boats: 🛥 🚢 ⛴ 🌊.';

/** Returns the texts that the demo's answers are made of, as tokens. They are what its language model has learned from. */
export function demoCorpus(): readonly (readonly string[])[] {
  const texts = [...completionTexts(), ...guide.map(({ text }) => text), ...plainTexts(demoText), ...plainTexts(reasoningText), symbols];
  return texts.map((text) => modelTokens(text).concat(endToken));
}

function plainTexts(texts: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.values(texts)
    .flatMap((text) => (Array.isArray(text) ? text : [text]))
    .filter((text) => typeof text === 'string');
}
