import { guide } from '../skills/guide.ts';
import { demoText, reasoningText } from '../text.ts';
import { endToken, modelTokens } from './model-tokens.ts';
import { completionTexts } from './text-engine.ts';

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
