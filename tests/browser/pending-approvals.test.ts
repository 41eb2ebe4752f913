import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { approveAtTerminal, createPendingApprovals } from '../../electron/browser/approvals/pending-approvals.ts';
import { browserText } from '../../electron/browser/text.ts';
import { eventually } from '../support/eventually.ts';

function openTerminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const output = new PassThrough();
  let printed = '';
  output.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const approvals = createPendingApprovals();
  onTestFinished(approveAtTerminal(approvals, { input, output }));
  return { approvals, input, shows: (text: string) => eventually(() => expect(printed).toContain(text)) };
}

const never = new AbortController().signal;

test('takes an answer that was typed to its question', async () => {
  const { approvals, input, shows } = openTerminal();
  const asked = approvals.ask({ message: 'First?', detail: '', yes: 'Allow' }, never);
  await shows(browserText.approve.prompt);
  input.write('yes\r');
  expect(await asked).toBe(true);
});

test('doesn’t take the answer to a withdrawn question for the next one (catches an approval that nobody has read)', async () => {
  const { approvals, input, shows } = openTerminal();
  const withdrawn = new AbortController();
  const first = approvals.ask({ message: 'First?', detail: '', yes: 'Allow' }, withdrawn.signal);
  await shows(browserText.approve.prompt);
  withdrawn.abort();
  expect(await first).toBe(false);
  await shows(browserText.approve.answeredElsewhere);
  input.write('yes\r');
  const second = approvals.ask({ message: 'Second?', detail: '', yes: 'Run' }, never);
  await shows('Second?');
  input.write('yes\r');
  await shows(`Second?\n\n\n\n${browserText.approve.prompt}`);
  expect(approvals.list()).toHaveLength(1);
  input.write('no\r');
  expect(await second).toBe(false);
});
