import type { Skill } from './skill.ts';

/** Says what it is told to say, and quotes what was said before. */
export const quoteSkill: Skill = {
  aim: 'quote what was said',
  answer: (about) => {
    const told =
      /^(?:please )?(?:say|echo|repeat(?: after me)?|(?:reply|answer|respond)(?: only)? with(?: exactly)?(?: the words?)?)[:,]? +(.+)$/is.exec(
        about.question,
      )?.[1];
    if (told !== undefined) return told.replace(/^["“'‘](.+)["”'’][.!]?$/s, '$1');
    if (
      !/\b(?:quote|repeat)\b|what (?:did|have) i (?:just )?(?:say|said|ask|asked|write|written|tell|told)|\bmy (?:first|last|previous) (?:message|question)\b/i.test(
        about.question,
      )
    )
      return undefined;
    if (about.earlier.length === 0) return 'You have not said anything before this:\n\n> ' + about.question.replaceAll('\n', '\n> ');
    const first = /\bfirst\b/i.test(about.question);
    const wanted = first
      ? about.earlier.slice(0, 1)
      : /\b(?:last|previous|just)\b/i.test(about.question)
        ? about.earlier.slice(-1)
        : about.earlier;
    const quotes = wanted.map((text, index) => `${wanted.length > 1 ? `${index + 1}. ` : ''}> ${text.replaceAll('\n', '\n> ')}`);
    return `You wrote${first ? ' first' : ''}:\n\n${quotes.join('\n\n')}`;
  },
};
