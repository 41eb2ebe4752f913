import { splitWords } from '../engines/keywords.ts';
import type { Conversation } from '../engines/conversation.ts';
import type { Skill } from './skill.ts';

/** Counts letters and words, in a quoted text or in what the user wrote. */
export const countSkill: Skill = {
  aim: 'count what the question asks about',
  answer: (about) => countOneLetter(about.question) ?? countText(about),
};

function countOneLetter(question: string): string | undefined {
  const asked =
    /how many (?:times does )?(?:the )?(?:letters? )?["'‘“`]?(\p{L})["'’”`]?(?:['’]?s)?(?: letters?)?\b.*?\b(?:in|does)\b(?: the)?(?: word)? ["'‘“`]?(\p{L}+)/iu.exec(
      question,
    );
  const [, letter, word] = asked ?? [];
  if (letter === undefined || word === undefined) return undefined;
  const marked = lettersOf(word)
    .map((each) => (each.toLowerCase() === letter.toLowerCase() ? `**${each}**` : each))
    .join('');
  const count = lettersOf(word.toLowerCase()).filter((each) => each === letter.toLowerCase()).length;
  return `The letter \`${letter}\` is **${count}** ${count === 1 ? 'time' : 'times'} in “${word}”: ${marked}.`;
}

function countText(about: Conversation): string | undefined {
  if (!/\b(?:how many|count|number of)\b.*\b(?:words?|letters?|characters?)\b/is.test(about.question)) return undefined;
  const text = /["“«`](.+?)["”»`]/s.exec(about.question)?.[1] ?? about.earlier.at(-1) ?? about.question;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const rows = [
    ['words', splitWords(text).length],
    ['letters', letters],
    ['characters', lettersOf(text).length],
  ];
  return `I counted in this:\n\n> ${text.replaceAll('\n', '\n> ')}\n\n| what | how many |\n|---|---:|\n${rows.map(([what, many]) => `| ${what} | ${many} |`).join('\n')}`;
}

/** As a reader sees them, whatever they are made of. */
function lettersOf(text: string): readonly string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}
