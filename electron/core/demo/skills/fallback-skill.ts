import type { Conversation } from '../engines/conversation.ts';
import type { Random } from '../engines/random.ts';
import { splitWords } from '../engines/keywords.ts';

/** What the demo says where no rule fits: it shows that it has read the question, and claims no more. */
export const fallbackSkill = {
  aim: 'say what I see in the question, and no more than that',
  answer: (about: Conversation, random: Random): string => {
    const words = splitWords(about.question);
    const longest = words.toSorted((one, other) => other.length - one.length)[0] ?? '';
    const opening = random.pick(['You wrote:', 'I read this:', 'This reached me:', 'Your words:']);
    const facts = [
      `| words | ${words.length} |`,
      `| longest word | ${longest === '' ? '–' : `“${longest}”`} |`,
      `| question of this conversation | ${about.earlier.length + 1} |`,
    ];
    const before = about.earlier.at(-1);
    return [
      `${opening}\n\n> ${about.question.replaceAll('\n', '\n> ')}`,
      `| what I see | |\n|---|---|\n${facts.join('\n')}`,
      ...(about.system === '' ? [] : [`Your system prompt says: *${oneLine(about.system)}*`]),
      ...(before === undefined ? [] : [`Before that you wrote: *${oneLine(before)}*`]),
      'A real model would answer it here; I only have rules for sums, counting, quoting, examples of Markdown, and questions about Causeway.',
    ].join('\n\n');
  },
};

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 117)}…` : line;
}
