import { expect, test } from 'vitest';
import type { AnswerDelta } from '../../../electron/contract/answer.ts';
import { ok, type Result } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import type { Token } from '../../../electron/contract/tokens.ts';
import { createDeltaBuffer } from '../../../electron/core/history/delta-buffer.ts';
import type { AnswerDeltas } from '../../../electron/core/history/repository/answers.ts';

const append = (text: string): readonly AnswerDelta[] => [{ kind: 'append', index: 0, text }];
const token = (text: string): Token => ({ text, logprob: -1, alternatives: [], kind: 'content' });
const failed = fail('database-disk-full', { database: 'history' });

/** Opens a buffer whose writes end when the test says so. */
function openBuffer() {
  const writes: { readonly batch: readonly AnswerDeltas[]; readonly end: (result: Result<undefined>) => void }[] = [];
  const buffer = createDeltaBuffer((batch) => {
    const { promise, resolve } = Promise.withResolvers<Result<undefined>>();
    writes.push({ batch, end: resolve });
    return promise;
  });
  const started = async (count: number): Promise<void> => {
    await expect.poll(() => writes.length).toBe(count);
  };
  return { buffer, writes, started };
}

test('repeats a write that failed, before what came since (catches a gap in an answer)', async () => {
  const { buffer, writes, started } = openBuffer();
  buffer.add('a', append('one '), [token('one ')]);
  buffer.add('b', append('other'));
  const first = buffer.flush();
  await started(1);
  buffer.add('a', append('two'), [token('two')]);
  writes[0]?.end(failed);
  await first;
  const second = buffer.flush();
  await started(2);
  writes[1]?.end(ok(undefined));
  await second;
  expect(writes[1]?.batch).toEqual([
    { messageId: 'a', deltas: append('one two'), tokens: [token('one '), token('two')] },
    { messageId: 'b', deltas: append('other'), tokens: [] },
  ]);
  await buffer.flush();
  expect(writes).toHaveLength(2);
});

test('writes one batch at a time (catches deltas in the wrong order after a failure)', async () => {
  const { buffer, writes, started } = openBuffer();
  buffer.add('a', append('one '));
  const first = buffer.flush();
  await started(1);
  buffer.add('a', append('two'));
  const second = buffer.flush();
  await new Promise(setImmediate);
  expect(writes).toHaveLength(1);
  writes[0]?.end(failed);
  await started(2);
  writes[1]?.end(ok(undefined));
  await Promise.all([first, second]);
  expect(writes[1]?.batch).toEqual([{ messageId: 'a', deltas: append('one two'), tokens: [] }]);
});

test('returns what could not be written to the end of an answer (catches missing tokens of a whole answer)', async () => {
  const { buffer, writes, started } = openBuffer();
  buffer.add('a', append('one '), [token('one ')]);
  const flushed = buffer.flush();
  await started(1);
  buffer.add('a', append('two'), [token('two')]);
  const taken = buffer.take('a');
  writes[0]?.end(failed);
  expect(await taken).toEqual({ deltas: append('one two'), tokens: [token('one '), token('two')] });
  await flushed;
  await buffer.flush();
  expect(writes).toHaveLength(1);
});
