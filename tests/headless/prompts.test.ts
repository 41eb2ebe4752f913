import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { SshQuestion, SshReply } from '../../electron/contract/ssh-question.ts';
import { askAtTerminal } from '../../electron/headless/prompts.ts';

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

test('a password is asked for and never shown', async () => {
  const { reply, shown } = await ask(password, 'hunter2\n');
  expect(reply).toEqual({ kind: 'secret', secret: 'hunter2', keep: false });
  expect(shown).toContain('Password of mara on lab');
  expect(shown).not.toContain('hunter2');
});

test('nothing typed is given up, not an empty password', async () => {
  expect((await ask(password, '')).reply).toEqual({ kind: 'given-up' });
});

test.each([
  ['yes\n', true],
  ['y\n', false],
  ['\n', false],
  ['', false],
])('a host key is trusted only by a plain yes: %j', async (typed, isTrusted) => {
  const { reply, shown } = await ask(hostKey, typed);
  expect(reply).toEqual({ kind: 'host-key', isTrusted });
  expect(shown).toContain('SHA256:abc');
});

test('a server’s prompt can’t steer the terminal', async () => {
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

// catches a person who types the same wrong thing again, because nothing says that it was wrong
test.each<Exclude<SshQuestion, { kind: 'host-key' }>>([
  { kind: 'password', hop: 'lab', login: 'mara', isAgain: true },
  { kind: 'passphrase', hop: 'lab', keyFile: '/keys/mine', isAgain: true },
  { kind: 'prompts', hop: 'lab', title: '', instructions: '', prompts: [{ text: 'Code: ', isSecret: false }], isAgain: true },
])('asked again for a $kind, the terminal says that the answer before was no good', async (question) => {
  const refusal = /did not (unlock|accept)|not accepted/;
  expect((await ask(question, 'x\n')).shown).toMatch(refusal);
  expect((await ask({ ...question, isAgain: false }, 'x\n')).shown).not.toMatch(refusal);
});

test('a question that was withdrawn takes no line that is typed for the next one', async () => {
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
