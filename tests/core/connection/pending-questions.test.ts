import { expect, test } from 'vitest';
import type { PendingSshQuestion, SshQuestion } from '../../../electron/contract/connection.ts';
import { createPendingQuestions, type PendingQuestions } from '../../../electron/core/connection/connection.ts';

const password: SshQuestion = { kind: 'password', hop: 'lab', login: 'ada', isAgain: false };
const prompts: SshQuestion = {
  kind: 'prompts',
  hop: 'lab',
  title: '',
  instructions: '',
  prompts: [
    { text: 'User: ', isSecret: false },
    { text: 'Password: ', isSecret: true },
    { text: 'Verification code: ', isSecret: false },
  ],
  isAgain: false,
};

function openQuestions() {
  const emitted: (readonly PendingSshQuestion[])[] = [];
  const learnt: string[] = [];
  const board = createPendingQuestions({ onChange: (open) => emitted.push(open), onSecret: (secret) => learnt.push(secret) });
  return { board, emitted, learnt };
}

const idOf = (board: PendingQuestions): string => board.read()[0]?.id ?? '';

test('treats passwords and codes in prompt answers as secrets, whether visible or not', async () => {
  const { board, learnt } = openQuestions();
  const reply = board.ask(prompts, new AbortController().signal);
  expect(board.answer(idOf(board), { kind: 'prompts', answers: ['ada'] }).ok).toBe(false);
  board.answer(idOf(board), { kind: 'prompts', answers: ['ada', 'open sesame', '424242'] });
  expect(await reply).toMatchObject({ answers: ['ada', 'open sesame', '424242'] });
  expect(learnt).toEqual(['open sesame', '424242']);
});

test('gives up an aborted question, and never shows one aborted before it was asked', async () => {
  const { board, emitted } = openQuestions();
  const controller = new AbortController();
  const reply = board.ask(password, controller.signal);
  controller.abort();
  expect(await reply).toEqual({ kind: 'given-up' });
  expect(board.read()).toEqual([]);
  const before = emitted.length;
  expect(await board.ask(password, controller.signal)).toEqual({ kind: 'given-up' });
  expect(emitted).toHaveLength(before);
});
