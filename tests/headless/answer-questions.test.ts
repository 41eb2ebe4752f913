import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import type { PendingSshQuestion, SshReply } from '../../electron/contract/ssh-question.ts';
import { createQuestionAnswerer, type AnswerQuestionsOptions } from '../../electron/headless/answer-questions.ts';
import { waitOptions } from '../support/wait-options.ts';

const key = (id: string, fingerprint: string): PendingSshQuestion => ({
  id,
  question: { kind: 'host-key', hop: 'lab', address: '203.0.113.7', keyType: 'ssh-ed25519', fingerprint, randomart: '' },
});

function answering(options: Partial<AnswerQuestionsOptions>) {
  const [answers, said]: [[string, SshReply][], string[]] = [[], []];
  const hear = createQuestionAnswerer({
    hostKey: undefined,
    terminal: undefined,
    report: { say: (text) => said.push(text) },
    answer: (id, reply) => answers.push([id, reply]),
    ...options,
  });
  return { hear, answers, said };
}

test('without a terminal only the key that was named is trusted; anything else is given up, and said', async () => {
  const { hear, answers, said } = answering({ hostKey: 'SHA256:right' });
  hear([key('a', 'SHA256:right'), key('b', 'SHA256:other')]);
  hear([key('a', 'SHA256:right'), key('b', 'SHA256:other')]); // told again while it is answered
  await vi.waitUntil(() => answers.length === 2, waitOptions);
  expect(answers).toEqual([
    ['a', { kind: 'host-key', isTrusted: true }],
    ['b', { kind: 'given-up' }],
  ]);
  expect(said).toEqual([expect.stringMatching(/SHA256:other, not the one --host-key names/), expect.stringContaining('no terminal')]);
});

test('a yes that is typed after a question was withdrawn trusts the key of the next one only', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const { hear, answers } = answering({ terminal: { input, output } });
  hear([key('a', 'SHA256:first')]);
  hear([key('b', 'SHA256:second')]);
  input.write('yes\n');
  await vi.waitUntil(() => answers.length > 0, waitOptions);
  expect(answers).toEqual([['b', { kind: 'host-key', isTrusted: true }]]);
});
