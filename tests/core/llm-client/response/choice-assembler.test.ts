import { expect, test } from 'vitest';
import { createAnswerReader } from '../../../../electron/core/llm-client/response/answer-reader.ts';
import { createAssembler, type Assembler } from '../../../../electron/core/llm-client/response/assembler.ts';
import { createChoiceAssembler } from '../../../../electron/core/llm-client/response/choice-assembler.ts';
import { stream } from './feed.ts';

const create = (): Assembler =>
  createAssembler({ clock: { now: () => 0 }, startedAt: 0, trust: 'off', offered: new Set(), onDelta: () => undefined });

test('reads the other answers to their end after one of them failed (catches a cut answer that counts as complete)', () => {
  const assembler = createChoiceAssembler([create(), create()]);
  const reader = createAnswerReader(assembler);
  reader.push(
    stream([
      { choices: [{ index: 0, text: 'One' }] },
      { choices: [{ index: 0, finish_reason: 'error', error: { message: 'boom' } }] },
      { choices: [{ index: 1, text: 'Two' }] },
      { choices: [{ index: 1, text: ' and more', finish_reason: 'stop' }] },
    ]),
  );
  expect(reader.end()).toBe('done');
  const [first, second] = assembler.end(true);
  expect(first).toMatchObject({ error: { error: { message: 'boom' } }, answer: { parts: [{ text: 'One' }] } });
  expect(second).toMatchObject({ error: undefined, answer: { parts: [{ text: 'Two and more' }], finish: 'stop' } });
});
