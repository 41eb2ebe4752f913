import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { scoreRequestSchema, type Token } from '../../../electron/contract/tokens.ts';
import { createScoring, textsToScore } from '../../../renderer/notebook/scoring.ts';
import { describeCount } from '../../../renderer/notebook/use-token-count.ts';
import { createFakeSession } from '../fake-session.ts';

const token = (text: string, logprob: number | null): Token => ({ text, logprob, alternatives: [], kind: 'prompt' });

test('scores one text per line, shows the progress, and exports what it shows', async () => {
  const { session, fake, answer, calls } = await createFakeSession();
  const scoring = createScoring(session);
  scoring.typed.write('a b\n\n a c \n');
  void scoring.score('beta');
  const [request] = calls('notebook.score');
  expect(request?.input).toMatchObject({ model: 'beta', texts: ['a b', ' a c '] });
  const { id } = scoreRequestSchema.parse(request?.input);
  fake.send({ event: 'notebook.scoring', payload: { id: 'another', done: 9, total: 9 } });
  fake.send({ event: 'notebook.scoring', payload: { id, done: 1, total: 2 } });
  expect(scoring.state.read()).toEqual({ kind: 'scoring', done: 1, total: 2 });
  const failed = fail('unexpected').failure;
  await answer(
    'notebook.score',
    ok([
      { tokens: [token('a', null), token(' b', Math.log(0.25))], failure: null },
      { tokens: [], failure: failed },
    ]),
  );
  expect(scoring.rows.read().map(({ score, failure }) => [score.perplexity?.toFixed(6), failure?.code])).toEqual([
    ['4.000000', undefined],
    [undefined, failed.code],
  ]);
  expect(scoring.rows.read()[0]?.track.at(1)).toMatchObject({ start: 1, end: 3 });
  void scoring.exportCsv('tokens');
  expect(calls('shell.exportScores')[0]?.input).toMatchObject({ rows: 'tokens', scores: [{ text: 'a b' }, { text: ' a c ', tokens: [] }] });
});

test('keeps the earlier scores when the next ones fail or are cancelled (catches a table lost by one click)', async () => {
  const { session, answer, calls } = await createFakeSession();
  const scoring = createScoring(session);
  scoring.typed.write('a');
  void scoring.score('beta');
  await answer('notebook.score', ok([{ tokens: [token('a', -1)], failure: null }]));
  void scoring.score('beta');
  await answer('notebook.score', fail('scoring-not-offered', { model: 'beta' }));
  expect([scoring.state.read().kind, scoring.rows.read().length]).toEqual(['failed', 1]);
  void scoring.score('beta');
  scoring.cancel();
  await answer('notebook.score', fail('unexpected'));
  expect([scoring.state.read().kind, scoring.rows.read().length, calls('notebook.score').length]).toEqual(['idle', 1, 3]);
});

test('takes a whole text with its lines as one', () => {
  expect(textsToScore('a\n\nb', 'whole')).toEqual(['a\n\nb']);
  expect([textsToScore(' \n', 'whole'), textsToScore('\n \n', 'lines')]).toEqual([[], []]);
});

test.each([
  [{ tokens: 1, isExact: true, contextLength: null }, '1 token'],
  [{ tokens: 1200, isExact: false, contextLength: 4096 }, 'about 1,200 tokens, 2,896 left in context'],
  [{ tokens: 5000, isExact: true, contextLength: 4096 }, '5,000 tokens, 904 tokens over the context'],
])('describes %o', (count, expected) => expect(describeCount(count)).toBe(expected));
