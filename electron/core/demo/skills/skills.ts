import type { Conversation } from '../engines/conversation.ts';
import type { Random } from '../engines/random.ts';
import { countSkill } from './count-skill.ts';
import { fallbackSkill } from './fallback-skill.ts';
import { guideSkill } from './guide-skill.ts';
import { longTextSkill } from './long-text-skill.ts';
import { quoteSkill } from './quote-skill.ts';
import { showcaseSkill } from './showcase-skill.ts';
import type { Skill } from './skill.ts';
import { sumSkill } from './sum-skill.ts';
import { titleSkill } from './title-skill.ts';

/** An answer, and what the engine set out to do for it. */
export interface SkilledAnswer {
  readonly aim: string;
  readonly text: string;
}

const inOrder: readonly Skill[] = [titleSkill, quoteSkill, longTextSkill, countSkill, sumSkill, showcaseSkill, guideSkill];

/** Answers by the first rule that fits. */
export function answerBySkill(about: Conversation, random: Random): SkilledAnswer {
  for (const skill of inOrder) {
    const text = skill.answer(about, random);
    if (text !== undefined) return { aim: skill.aim, text };
  }
  return { aim: fallbackSkill.aim, text: fallbackSkill.answer(about, random) };
}
