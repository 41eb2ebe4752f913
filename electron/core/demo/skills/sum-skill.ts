import { findSum, plainNumber } from '../engines/arithmetic.ts';
import type { Skill } from './skill.ts';

/** Works out small sums. */
export const sumSkill: Skill = {
  aim: 'work out the sum in the question',
  answer: (about, random) => {
    const sum = findSum(about.question);
    if (!sum) return undefined;
    const formula = sum.expression.replaceAll(' * ', ' \\times ').replaceAll(/\^ (-?[\d.]+)/g, '^{$1}');
    if (!Number.isFinite(sum.value)) return `$${formula}$ has no value: nothing can be divided by zero.`;
    const result = plainNumber(sum.value);
    const opening = random.pick(['That makes', 'The result is', 'Worked out:']);
    return `${opening} **${result}**.\n\n$$\n${formula} = ${result}\n$$`;
  },
};
