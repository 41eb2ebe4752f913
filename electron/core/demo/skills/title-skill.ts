import { splitWords } from '../engines/keywords.ts';
import type { Skill } from './skill.ts';

/** Names a conversation, for programs that ask a model for a title. */
export const titleSkill: Skill = {
  aim: 'name the conversation',
  answer: (about) => {
    if (!/\btitle\b/i.test(about.question) || !/\b(?:conversation|chat|discussion|messages?)\b/i.test(about.question)) return undefined;
    const subject = about.earlier[0] ?? /["“](.+?)["”]/s.exec(about.question)?.[1] ?? 'A talk with the demo';
    return splitWords(subject).slice(0, 6).join(' ');
  },
};
