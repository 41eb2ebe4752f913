import type { Conversation } from './conversation.ts';
import type { Random } from './random.ts';
import { splitWords } from './keywords.ts';

/** How much an engine thinks aloud before it answers. */
export type Depth = 'none' | 'low' | 'medium' | 'high' | 'long';

const sentences: Readonly<Record<Depth, number>> = { none: 0, low: 1, medium: 5, high: 11, long: 14 };

/** The thinking text: about the question, and by no means a thought. */
export function think(about: Conversation, aim: string, depth: Depth, random: Random): string {
  if (depth === 'none') return '';
  const thoughts = thoughtsOn(about, aim, random).slice(0, sentences[depth]);
  const wanted = Number(/\bthink\b.*?\b(\d{1,6}) words\b/is.exec(about.question)?.[1] ?? 0);
  const paragraphs = [inParagraphs(thoughts)];
  for (let count = splitWords(paragraphs[0] ?? '').length, round = 2; count < wanted; round += 1) {
    const again = `Once more, for the ${round}. time. ${thoughts.slice(1).join(' ') || aim}`;
    paragraphs.push(again);
    count += splitWords(again).length;
  }
  return paragraphs.join('\n\n');
}

function thoughtsOn(about: Conversation, aim: string, random: Random): readonly string[] {
  const words = splitWords(about.question);
  const before = about.earlier.at(-1);
  return [
    `The user asks: “${about.question.slice(0, 200)}”, so I should ${aim}.`,
    `That is ${words.length} ${words.length === 1 ? 'word' : 'words'}, and answer ${about.turn} of this conversation.`,
    before === undefined
      ? 'Nothing was said before, so there is nothing to contradict.'
      : `Before that they wrote “${before.slice(0, 80)}”; the answer should not contradict it.`,
    random.pick([
      'I am a demo, with rules instead of a model, so I look for a rule that fits.',
      'There is no model behind me, only rules; one of them has to fit.',
    ]),
    'It fits, so this is what I will do.',
    about.system === ''
      ? 'No system prompt asks for anything else.'
      : `The system prompt says “${about.system.slice(0, 80)}”; I keep it in mind.`,
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

function inParagraphs(thoughts: readonly string[]): string {
  return [thoughts.slice(0, 3), thoughts.slice(3, 6), thoughts.slice(6, 10), thoughts.slice(10)]
    .filter((group) => group.length > 0)
    .map((group) => group.join(' '))
    .join('\n\n');
}
