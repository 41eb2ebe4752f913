import type { Conversation } from './conversation.ts';
import type { Random } from './random.ts';
import { splitWords } from './keywords.ts';

/** How much reasoning an engine writes. */
export type ReasoningDepth = 'none' | 'low' | 'medium' | 'high' | 'long';

const sentenceCounts: Readonly<Record<ReasoningDepth, number>> = { none: 0, low: 1, medium: 5, high: 11, long: 14 };

/** Writes reasoning text about the question. */
export function writeReasoning(conversation: Conversation, aim: string, depth: ReasoningDepth, random: Random): string {
  if (depth === 'none') return '';
  const sentences = reasoningSentences(conversation, aim, random).slice(0, sentenceCounts[depth]);
  const minWords = Number(/\bthink\b.*?\b(\d{1,6}) words\b/is.exec(conversation.question)?.[1] ?? 0);
  const paragraphs = [toParagraphs(sentences)];
  for (let count = splitWords(paragraphs[0] ?? '').length, round = 2; count < minWords; round += 1) {
    const repeated = `Once more, for the ${round}. time. ${sentences.slice(1).join(' ') || aim}`;
    paragraphs.push(repeated);
    count += splitWords(repeated).length;
  }
  return paragraphs.join('\n\n');
}

function reasoningSentences(conversation: Conversation, aim: string, random: Random): readonly string[] {
  const words = splitWords(conversation.question);
  const before = conversation.earlier.at(-1);
  return [
    `The user asks: “${conversation.question.slice(0, 200)}”, so I should ${aim}.`,
    `That is ${words.length} ${words.length === 1 ? 'word' : 'words'}, and answer ${conversation.turn} of this conversation.`,
    before === undefined
      ? 'Nothing was said before, so there is nothing to contradict.'
      : `Before that they wrote “${before.slice(0, 80)}”; the answer should not contradict it.`,
    random.pick([
      'I am a demo, with rules instead of a model, so I look for a rule that fits.',
      'There is no model behind me, only rules; one of them has to fit.',
    ]),
    'It fits, so this is what I will do.',
    conversation.system === ''
      ? 'No system prompt asks for anything else.'
      : `The system prompt says “${conversation.system.slice(0, 80)}”; I keep it in mind.`,
    'Wait. Could the question mean something else?',
    `Its first word is “${words[0] ?? ''}” and its last is “${words.at(-1) ?? ''}”; that leaves little doubt.`,
    'Would a table be clearer than a sentence? Only where there are several things to compare.',
    'Let me check the answer once more before I give it: it should be short, in Markdown, and true.',
    'It is all three.',
    'A real model would now weigh other ways to put it.',
    'I have only one, which makes the choice easy.',
    random.pick(['Good. I write it down.', 'That settles it.']),
  ];
}

function toParagraphs(sentences: readonly string[]): string {
  return [sentences.slice(0, 3), sentences.slice(3, 6), sentences.slice(6, 10), sentences.slice(10)]
    .filter((group) => group.length > 0)
    .map((group) => group.join(' '))
    .join('\n\n');
}
