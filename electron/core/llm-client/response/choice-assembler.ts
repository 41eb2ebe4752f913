import { readArray, readNumber, readObject } from '../../../contract/json.ts';
import type { Assembled, Assembler } from './assembler.ts';

/** Assembles the answers of a request for several. Each has its own assembler; a chunk names the answer by its index. */
export interface ChoiceAssembler extends Omit<Assembler, 'end'> {
  readonly end: (isComplete: boolean) => readonly Assembled[];
}

/** Creates one for any number of answers. A single assembler gets all chunks itself. */
export function createChoiceAssembler(assemblers: readonly [Assembler, ...Assembler[]]): ChoiceAssembler {
  const [first] = assemblers;
  if (assemblers.length === 1) return { ...first, end: (isComplete) => [first.end(isComplete && !first.hasFailed())] };

  const push = (chunk: unknown): void => {
    const fields = readObject(chunk);
    if (!fields) {
      first.push(chunk);
      return;
    }
    const choices = readArray(fields['choices']);
    // Usage counts the tokens of all answers, so it is no figure of any of them.
    const { usage: _usage, ...rest } = fields;
    if (choices.length === 0) for (const each of assemblers) each.push(rest);
    for (const choice of choices) {
      const own = readObject(choice);
      if (own) assemblers[readNumber(own['index']) ?? 0]?.push({ ...rest, choices: [{ ...own, index: 0 }] });
    }
  };

  return {
    push,
    hasFinished: () => assemblers.every((each) => each.hasFinished()),
    hasFailed: () => assemblers.every((each) => each.hasFailed()),
    end: (isComplete) => assemblers.map((each) => each.end(isComplete && !each.hasFailed())),
  };
}
