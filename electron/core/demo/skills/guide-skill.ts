import { keywordsIn, overlap } from '../engines/keywords.ts';
import { guide, type GuidePage } from './guide.ts';
import type { Skill } from './skill.ts';

/** Answers about Causeway from the built-in guide. */
export const guideSkill: Skill = {
  aim: 'look it up in the guide to Causeway',
  answer: (about, random) => {
    if (/^(?:hi|hello|hey|good (?:morning|evening|day)|moin|hallo)\b[^?]*$/i.test(about.question)) {
      return `${random.pick(['Hello!', 'Good day!', 'Welcome!'])} ${pageOn('demo')}\n\n${pageOn('help')}`;
    }
    if (/\bwho are you\b|\bwhat are you\b/i.test(about.question)) return pageOn('demo');
    const asked = keywordsIn(about.question);
    const best = guide.map((page) => ({ page, score: scoreOf(page, asked) })).toSorted((one, other) => other.score - one.score)[0];
    return best && best.score >= 2 ? best.page.text : undefined;
  },
};

function scoreOf(page: GuidePage, asked: ReadonlySet<string>): number {
  return 2 * overlap(keywordsIn(page.subjects), asked) + overlap(keywordsIn(page.keywords), asked);
}

function pageOn(subject: string): string {
  return guide.find((page) => page.subjects.split(' ').includes(subject))?.text ?? '';
}
