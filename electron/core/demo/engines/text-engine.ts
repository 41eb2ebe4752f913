import type { RandomSource } from './chat-engine.ts';
import { stopSequences, promptText, type CompletionRequest } from './requests.ts';
import type { DemoModel } from './demo-model.ts';
import { generate, countTokens, tokenize, type Delta, type Generation } from './generation.ts';
import { randomFor, type Random } from './random.ts';
import { keywordsIn } from './keywords.ts';

/** The engines' default limit of text completions. */
const defaultMaxTokens = 16;

/** Continues a text by rules. */
export function complete(request: CompletionRequest, model: DemoModel, random: RandomSource): Generation {
  const prompt = promptText(request);
  const promptTokens = countTokens(prompt);
  const room = Math.max(model.contextLength - promptTokens, 0);
  const content = continuation(prompt, randomFor(request, random.entropy));
  const maxTokens = Math.min(request.max_tokens ?? defaultMaxTokens, room);
  const generation = generate({ reasoning: '', content, calls: [] }, { promptTokens, maxTokens, stops: stopSequences(request) });
  if (request.echo !== true) return generation;
  const echoed = tokenize(prompt).map((text): Delta => ({ kind: 'content', text, tokens: 0 }));
  return { ...generation, deltas: [...echoed, ...generation.deltas] };
}

function continuation(prompt: string, random: Random): string {
  return nextNumbers(prompt) ?? sentencesAfter(prompt, random);
}

/** Continues a list of numbers, with the step of the last two. */
function nextNumbers(prompt: string): string | undefined {
  const [, before, last, comma, space] = /(-?\d+),\s*(-?\d+)(,?)(\s*)$/.exec(prompt) ?? [];
  if (before === undefined || last === undefined) return undefined;
  const step = Number(last) - Number(before);
  const numbers = Array.from({ length: 12 }, (_, index) => Number(last) + step * (index + 1));
  return `${comma === '' ? ',' : ''}${space === '' ? ' ' : ''}${numbers.join(', ')}.`;
}

function sentencesAfter(prompt: string, random: Random): string {
  const words = [...keywordsIn(prompt)].filter((word) => word.length > 3);
  const subject = (index: number): string => words.at(-1 - (index % words.length)) ?? 'road';
  const isOpen = prompt !== '' && !/[.!?:\n]\s*$/.test(prompt);
  const separator = prompt === '' || /\s$/.test(prompt) ? '' : ' ';
  const start = isOpen
    ? random.pick([
        'and the demo continues by its rules.',
        'which the demo, without a model, continues by its rules.',
        'as far as a demo can tell.',
      ])
    : random.pick(['The demo continues from here by its rules.', 'A real model would continue here, but the demo only has rules.']);
  const rest = [
    `There was more to say about the ${subject(0)}.`,
    'The water rose and fell twice a day, and the stones stayed where they were.',
    `Whoever crossed thought of the ${subject(1)} first and of the tide second.`,
    'At the far end somebody had written the times of the ferries on a board.',
    `Nobody had asked the ${subject(2)}.`,
    'It took an hour by foot, and less by the road that came later.',
    'In winter the lamps were lit at four.',
    `Of the ${subject(0)} there remained a drawing, and of the drawing a copy.`,
    'The rest is told elsewhere.',
  ];
  return `${separator}${[start, ...rest].join(' ')}`;
}
