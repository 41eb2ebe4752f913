import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import type { PendingSshQuestion, SshReply, SshQuestion } from '../../electron/contract/connection.ts';
import { createQuestionAnswerer, askAtTerminal, type AnswerQuestionsOptions } from '../../electron/headless/answer-questions.ts';
import { waitOptions } from '../support/wait-options.ts';
import { headlessText } from '../../electron/headless/text.ts';

const key = (id: string, fingerprint: string): PendingSshQuestion => ({
  id,
  question: { kind: 'host-key', hop: 'lab', address: '203.0.113.7', keyType: 'ssh-ed25519', fingerprint, randomart: '' },
});

function answering(options: Partial<AnswerQuestionsOptions>) {
  const [answers, printed]: [[string, SshReply][], string[]] = [[], []];
  const onQuestions = createQuestionAnswerer({
    hostKey: undefined,
    terminal: undefined,
    canAsk: true,
    report: { print: (text) => printed.push(text) },
    answer: (id, reply) => answers.push([id, reply]),
    ...options,
  });
  return { onQuestions, answers, printed };
}

test('trusts only the named key without a terminal, and dismisses and reports anything else', async () => {
  const { onQuestions, answers, printed } = answering({ hostKey: 'SHA256:right' });
  onQuestions([key('a', 'SHA256:right'), key('b', 'SHA256:other')]);
  onQuestions([key('a', 'SHA256:right'), key('b', 'SHA256:other')]); // emitted again while it is being answered
  await vi.waitUntil(() => answers.length === 2, waitOptions);
  expect(answers).toEqual([
    ['a', { kind: 'host-key', isTrusted: true }],
    ['b', { kind: 'given-up' }],
  ]);
  expect(printed).toEqual([
    expect.stringContaining(headlessText.hostKeyDiffers.message('lab', 'SHA256:other')),
    headlessText.noTerminal('lab', 'host-key', true),
  ]);
});

test('names the server package where the program can’t have a terminal', () => {
  const { onQuestions, printed } = answering({ canAsk: false });
  onQuestions([key('a', 'SHA256:right')]);
  expect(printed).toEqual([expect.stringContaining('causeway-server')]);
});

test('applies a yes typed after a cancelled question to the next one only', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const { onQuestions, answers } = answering({ terminal: { input, output } });
  onQuestions([key('a', 'SHA256:first')]);
  onQuestions([key('b', 'SHA256:second')]);
  input.write('yes\n');
  await vi.waitUntil(() => answers.length > 0, waitOptions);
  expect(answers).toEqual([['b', { kind: 'host-key', isTrusted: true }]]);
});

async function ask(question: SshQuestion, typed: string): Promise<{ readonly reply: SshReply; readonly shown: string }> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(typed);
  const reply = await askAtTerminal(question, { input, output, signal: new AbortController().signal });
  output.end();
  return { reply, shown: await text(output) };
}

const password: SshQuestion = { kind: 'password', hop: 'lab', login: 'mara', isAgain: false };
const hostKey: SshQuestion = {
  kind: 'host-key',
  hop: 'lab',
  address: '203.0.113.7',
  keyType: 'ssh-ed25519',
  fingerprint: 'SHA256:abc',
  randomart: '+--+',
};

test('asks for a password without echo', async () => {
  const { reply, shown } = await ask(password, 'hunter2\n');
  expect(reply).toEqual({ kind: 'secret', secret: 'hunter2', keep: false });
  expect(shown).toContain('Password of mara on lab');
  expect(shown).not.toContain('hunter2');
});

test('dismisses the question for empty input instead of sending an empty password', async () => {
  expect((await ask(password, '')).reply).toEqual({ kind: 'given-up' });
});

test.each([
  ['yes\n', true],
  ['y\n', false],
  ['\n', false],
  ['', false],
])('trusts a host key only for a plain yes: %j', async (typed, isTrusted) => {
  const { reply, shown } = await ask(hostKey, typed);
  expect(reply).toEqual({ kind: 'host-key', isTrusted });
  expect(shown).toContain('SHA256:abc');
});

test('removes control characters from a server’s prompt', async () => {
  const question: SshQuestion = {
    kind: 'prompts',
    hop: 'lab',
    title: 'Two\u001b]0;steps\u0007',
    instructions: 'Read this.\nThen\u009b2J type.',
    prompts: [{ text: 'Code\u001b[2J: ', isSecret: false }],
    isAgain: false,
  };
  const { reply, shown } = await ask(question, '123456\n');
  expect(reply).toEqual({ kind: 'prompts', answers: ['123456'] });
  for (const control of ['\u001b', '\u0007', '\u009b']) expect(shown).not.toContain(control);
  expect(shown).toContain('Read this.\nThen');
});

// catches a user who types the same wrong answer again because nothing says that it was wrong
test.each<Exclude<SshQuestion, { kind: 'host-key' }>>([
  { kind: 'password', hop: 'lab', login: 'mara', isAgain: true },
  { kind: 'passphrase', hop: 'lab', keyFile: '/keys/mine', isAgain: true },
  { kind: 'prompts', hop: 'lab', title: '', instructions: '', prompts: [{ text: 'Code: ', isSecret: false }], isAgain: true },
])('says that the previous answer was rejected when asked again for a $kind', async (question) => {
  const refusal = /Wrong pass|didn’t accept/;
  expect((await ask(question, 'x\n')).shown).toMatch(refusal);
  expect((await ask({ ...question, isAgain: false }, 'x\n')).shown).not.toMatch(refusal);
});

test('takes no input for a cancelled question', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const withdrawn = new AbortController();
  const first = askAtTerminal(hostKey, { input, output, signal: withdrawn.signal });
  withdrawn.abort();
  expect(await first).toEqual({ kind: 'host-key', isTrusted: false });
  const second = askAtTerminal(password, { input, output, signal: new AbortController().signal });
  input.write('hunter2\n');
  expect(await second).toEqual({ kind: 'secret', secret: 'hunter2', keep: false });
  output.end();
  expect(await text(output)).not.toContain('hunter2');
});
