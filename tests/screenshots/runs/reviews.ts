import type { Recipe } from '../../../electron/contract/run-recipe.ts';

const reviews = [
  ['The battery lasts two days, and it charges in an hour.', 'positive', 'phones'],
  ['Arrived broken, and nobody answers the phone.', 'negative', 'phones'],
  ['It does what it says, nothing more.', 'neutral', 'kettles'],
  ['Best purchase of the year! My parents want one, too.', 'positive', 'kettles'],
  ['The lid came off on the second day.', 'negative', 'kettles'],
  ['Too loud for an office, fine for a workshop.', 'neutral', 'printers'],
  ['Prints fast and sharp.', 'positive', 'printers'],
  ['Cartridges cost more than the printer.', 'negative', 'printers'],
] as const;

/** Creates a table of reviews with their truth. */
export function reviewTable(rows: number): string {
  const line = (index: number): string => {
    const [review, truth, product] = reviews[index % reviews.length] ?? reviews[0];
    return `"${review}",${truth},${product}`;
  };
  return `review,truth,product\n${Array.from({ length: rows }, (_, index) => line(index)).join('\n')}`;
}

/** Lets the demo repeat the truth. */
export const reviewRecipe = {
  name: 'Tone of reviews',
  templates: [{ id: 'a', name: 'Prompt', system: 'You read product reviews.', user: 'Say {{truth}}' }],
  models: [
    { id: 'm1', model: 'beta-4-scout', parameters: { temperature: 0, seed: 7 } },
    { id: 'm2', model: 'gamma-oss-120b', parameters: { temperature: 0, seed: 7 } },
  ],
  answer: { kind: 'labels', labels: ['positive', 'negative', 'neutral'] },
  truthColumn: 'truth',
} as const satisfies Partial<Recipe>;
