import type { Conversation } from './conversation.ts';
import type { Random } from './random.ts';
import { splitWords } from './keywords.ts';
import { reasoningText } from '../text.ts';

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
    const repeated = `${reasoningText.again(round)} ${sentences.slice(1).join(' ') || aim}`;
    paragraphs.push(repeated);
    count += splitWords(repeated).length;
  }
  return paragraphs.join('\n\n');
}

function reasoningSentences(conversation: Conversation, aim: string, random: Random): readonly string[] {
  const words = splitWords(conversation.question);
  const before = conversation.earlier.at(-1);
  return [
    reasoningText.task(conversation.question.slice(0, 200), aim),
    reasoningText.length(words.length, conversation.turn),
    before === undefined ? reasoningText.nothingBefore : reasoningText.before(before.slice(0, 80)),
    random.pick(reasoningText.rules),
    reasoningText.fits,
    conversation.system === '' ? reasoningText.noSystemPrompt : reasoningText.systemPrompt(conversation.system.slice(0, 80)),
    reasoningText.doubt,
    reasoningText.words(words[0] ?? '', words.at(-1) ?? ''),
    reasoningText.table,
    reasoningText.check,
    reasoningText.checked,
    reasoningText.alternatives,
    reasoningText.noAlternative,
    random.pick(reasoningText.ends),
  ];
}

function toParagraphs(sentences: readonly string[]): string {
  return [sentences.slice(0, 3), sentences.slice(3, 6), sentences.slice(6, 10), sentences.slice(10)]
    .filter((group) => group.length > 0)
    .map((group) => group.join(' '))
    .join('\n\n');
}
