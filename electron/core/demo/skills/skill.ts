import type { Conversation } from '../engines/conversation.ts';
import type { Random } from '../engines/random.ts';

/** One rule the demo answers by; undefined where it does not fit the question. */
export interface Skill {
  /** What it does, as the thinking text puts it. */
  readonly aim: string;
  readonly answer: (about: Conversation, random: Random) => string | undefined;
}
