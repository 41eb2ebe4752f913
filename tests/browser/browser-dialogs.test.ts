import { expect, test } from 'vitest';
import { createConfirmedGesture } from '../../electron/browser/browser-dialogs.ts';
import type { DialogQuestion } from '../../electron/host/dialogs.ts';
import { hostText } from '../../electron/host/text.ts';

const question: DialogQuestion = { message: 'May it?', detail: '', yes: 'Yes' };

// catches a page that asks until the user gives in
test('stops asking for a minute after three refusals', async () => {
  let time = 0;
  let asked = 0;
  const gesture = createConfirmedGesture(
    async () => {
      asked += 1;
      return false;
    },
    () => time,
  );
  for (let count = 0; count < 10; count += 1) await gesture.ask(question);
  expect(await gesture.use('make a local key')).toBe('paused');
  expect(asked).toBe(3);
  time += 60_000;
  expect(await gesture.ask(question)).toBe('no');
  expect(asked).toBe(4);
});

test('asks again after a no, in case the user has changed their mind', async () => {
  const answers = [false, true];
  const gesture = createConfirmedGesture(async () => answers.shift() ?? false, Date.now);
  expect([await gesture.ask(question), await gesture.ask(question)]).toEqual(['no', 'yes']);
});

test('names the action to be approved', async () => {
  const asked: DialogQuestion[] = [];
  const gesture = createConfirmedGesture(async (each) => {
    asked.push(each);
    return true;
  }, Date.now);
  expect(await gesture.use(hostText.actions.createKey('a'))).toBe('yes');
  expect(asked[0]?.message).toBe(hostText.confirm.message(hostText.actions.createKey('a')));
});
