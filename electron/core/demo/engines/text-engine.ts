import type { RandomSource } from './chat-engine.ts';
import { stopSequences, promptText, type CompletionRequest } from './requests.ts';
import type { DemoModel } from './demo-model.ts';
import { generate, type Delta, type Generation } from './generation.ts';
import { countTokens, tokenize } from './model-tokens.ts';
import { randomFor, type Random } from './random.ts';
import { keywordsIn } from './keywords.ts';

/** The engines' default limit of text completions. */
const defaultMaxTokens = 16;

/** Continues a text by rules, once or several times. */
export function complete(request: CompletionRequest, model: DemoModel, random: RandomSource): readonly Generation[] {
  return Array.from({ length: request.n ?? 1 }, (_, index) => completeOnce(request, model, random, index));
}

function completeOnce(request: CompletionRequest, model: DemoModel, random: RandomSource, index: number): Generation {
  const prompt = promptText(request);
  const promptTokens = countTokens(prompt);
  const room = Math.max(model.contextLength - promptTokens, 0);
  const seed = request.seed === undefined || request.seed === null ? undefined : request.seed + index;
  const content = continuation(prompt, model, randomFor({ ...request, seed }, random.entropy));
  const maxTokens = Math.min(request.max_tokens ?? defaultMaxTokens, room);
  const generation = generate({ reasoning: '', content, calls: [] }, { promptTokens, maxTokens, stops: stopSequences(request) });
  if (request.echo !== true) return generation;
  const echoed = tokenize(prompt).map((text): Delta => ({ kind: 'content', text, tokens: 0 }));
  return { ...generation, deltas: [...echoed, ...generation.deltas], echoed: echoed.length };
}

/** Continues a text, or fills in its middle if the prompt has the marks of the model's template. */
function continuation(prompt: string, { fillIn }: DemoModel, random: Random): string {
  const middle = fillIn && prompt.startsWith(fillIn.prefix) && prompt.endsWith(fillIn.middle) ? fillInMiddle(prompt, fillIn) : undefined;
  return middle ?? nextNumbers(prompt) ?? sentencesAfter(prompt, random);
}

/** Leads from the text before the cursor to the word that the text after it begins with. */
function fillInMiddle(prompt: string, template: NonNullable<DemoModel['fillIn']>): string | undefined {
  const [before, after] = prompt.slice(template.prefix.length, -template.middle.length).split(template.suffix);
  if (before === undefined || after === undefined) return undefined;
  const space = (text: string, edge: RegExp): string => (text === '' || edge.test(text) ? '' : ' ');
  const next = [...keywordsIn(after)][0] ?? 'end';
  return `${space(before, /\s$/)}which leads by the demo’s rules to the ${next},${space(after, /^\s/)}`;
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
  const start = random.pick(isOpen ? openings.open : openings.closed);
  return `${separator}${[start, ...sentences(subject)].join(' ')}`;
}

const openings = {
  open: ['and the demo continues by its rules.', 'which the demo, without a model, continues by its rules.', 'as far as a demo can tell.'],
  closed: ['The demo continues from here by its rules.', 'A real model would continue here, but the demo only has rules.'],
} as const;

function sentences(subject: (index: number) => string): readonly string[] {
  return [
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
}

/** Returns the texts that the engine writes, for the language model's frequencies. */
export function completionTexts(): readonly string[] {
  const starts = [...openings.open.map((text) => ` ${text}`), ...openings.closed];
  return starts.map((start) => [start, ...sentences(() => 'road')].join(' '));
}
