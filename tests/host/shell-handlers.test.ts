import { expect, test } from 'vitest';
import { createToolApproval, formatArguments, parseExternalLink } from '../../electron/host/shell-handlers.ts';
import { ok } from '../../electron/contract/failure.ts';
import { setUpProgram } from '../../electron/host/set-up-program.ts';
import { createApproval, escapeHiddenCharacters } from '../../electron/host/dialogs.ts';
import type { Tools } from '../../electron/core/tools/tools.ts';
import { fakeDialogs } from '../support/fake-dialogs.ts';
import { addServer, command, openTestTools, server, toolsWith } from '../support/toolbox.ts';
import { hostText } from '../../electron/host/text.ts';

test('accepts https links', () => {
  expect(parseExternalLink('https://example.org/a?b#c')).toEqual({ ok: true, value: 'https://example.org/a?b#c' });
});

test('accepts a mail address', () =>
  expect(parseExternalLink('mailto:someone@example.org')).toEqual({ ok: true, value: 'mailto:someone@example.org' }));

test.each([
  'mailto:someone@example.org?attach=/etc/passwd',
  'mailto:someone@example.org?',
  'mailto:someone@example.org#?attach=/etc/passwd',
  'mailto:',
  'mailto:a@b.example,c@d.example',
  'http://example.org',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'smb://server/share',
  'ms-msdt:/id',
  'https://bank.example@evil.example/',
  'https://user:pw@example.org/',
  '//example.org',
  'example.org',
  '',
])('rejects %s', (text) => expect(parseExternalLink(text)).toMatchObject({ ok: false, failure: { code: 'refused' } }));

const never = new AbortController().signal;

function approval(tools: Tools, { confirm }: Pick<ReturnType<typeof fakeDialogs>, 'confirm'>, now = () => 0) {
  return createToolApproval({ tools, approve: createApproval({ confirm, now }) });
}

test('shows the exact command and approves it after a yes', async () => {
  const { tools, id } = await toolsWith(command('curl', '--', 'https://x.example/{{city}}'));
  const dialogs = fakeDialogs({ answer: () => true });
  expect(await approval(tools, dialogs).approveTool(id, never)).toMatchObject({ ok: true, value: { tools: [{ approval: 'given' }] } });
  expect(dialogs.asked[0]?.detail).toBe(hostText.approveTool.detail('1.  curl\n2.  --\n3.  https://x.example/{{city}}', ['city']));
});

test('changes nothing after a no', async () => {
  const { tools, id } = await toolsWith(command('echo', 'x'));
  const answered = await approval(tools, fakeDialogs()).approveTool(id, never);
  expect(answered).toMatchObject({ ok: true, value: { tools: [{ approval: 'needed' }] } });
});

test('changes nothing if the request was cancelled before the yes', async () => {
  const { tools, id } = await toolsWith(command('echo', 'x'));
  const request = new AbortController();
  const dialogs = fakeDialogs({
    answer: () => {
      request.abort();
      return true;
    },
  });
  await approval(tools, dialogs).approveTool(id, request.signal);
  expect(tools.read()).toMatchObject({ tools: [{ approval: 'needed' }] });
});

// catches a page that asks until the user gives in
test('stops asking for a minute after three refusals', async () => {
  const { tools, id } = await toolsWith(command('echo', 'x'));
  let time = 0;
  const dialogs = fakeDialogs();
  const { approveTool } = approval(tools, dialogs, () => time);
  for (let count = 0; count < 10; count += 1) await approveTool(id, never);
  expect(dialogs.asked).toHaveLength(3);
  expect(await approveTool(id, never)).toMatchObject({ ok: false, failure: { reason: 'approvals-paused' } });
  time += 60_000;
  expect(await approveTool(id, never)).toMatchObject({ ok: true });
  expect(dialogs.asked).toHaveLength(4);
});

test('doesn’t approve a command that changed while the dialog was open', async () => {
  const { tools, id } = await toolsWith(command('echo', 'harmless'));
  const dialogs = fakeDialogs({
    answer: async () => {
      await tools.put(id, command('rm', '-rf', '/'));
      return true;
    },
  });
  expect(await approval(tools, dialogs).approveTool(id, never)).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect(tools.read()).toMatchObject({ tools: [{ approval: 'needed' }] });
});

test('rejects a command that is too long for a dialog', async () => {
  const { tools, id } = await toolsWith(command('echo', 'x'.repeat(3000)));
  const dialogs = fakeDialogs({ answer: () => true });
  expect(await approval(tools, dialogs).approveTool(id, never)).toMatchObject({ ok: false, failure: { code: 'unsupported' } });
  expect(dialogs.asked).toEqual([]);
});

test('escapes a server’s name in the question', async () => {
  const tools = await openTestTools();
  const id = await addServer(tools, server({ kind: 'stdio', argv: ['lab'] }, { name: 'Lab\n\nAll is well. \u202e', isEnabled: false }));
  const dialogs = fakeDialogs({ answer: () => true });
  expect(await approval(tools, dialogs).approveServer(id, never)).toMatchObject({ ok: true, value: { servers: [{ approval: 'given' }] } });
  expect(dialogs.asked[0]?.message).not.toMatch(/\n|\u202e/);
});

test('shows one argument per line, even if it contains line breaks', () =>
  expect(formatArguments(['rm', '-rf', 'a b', '', ' x', 'a\n4.  b'])).toEqual({
    ok: true,
    value: '1.  rm\n2.  -rf\n3.  a b\n4.  ""\n5.  " x"\n6.  a\\n4.  b',
  }));

// Each would let a command look like another one.
test.each([
  ['\u202egpj.exe', '\\u{202e}gpj.exe'],
  ['a\u200bb', 'a\\u{200b}b'],
  ['a\u00a0b', 'a\\u{a0}b'],
  ['a\u2028b', 'a\\u{2028}b'],
  ['a\u{e0041}b', 'a\\u{e0041}b'],
  ['a\u0000b', 'a\\u{0}b'],
  ['a\u001b[8mb', 'a\\u{1b}[8mb'],
  ['a\u3164b', 'a\\u{3164}b'],
  ['a\ufe0fb', 'a\\u{fe0f}b'],
  ['a\tb', 'a\\tb'],
  ['Zürich ☀ 東京 a b', 'Zürich ☀ 東京 a b'],
])('shows %j as %s', (text, shown) => expect(escapeHiddenCharacters(text)).toBe(shown));

test.each([[['x'.repeat(2000)]], [Array.from({ length: 30 }, () => 'x')], [['\u200b'.repeat(300)]]])(
  'rejects an approval that can’t be shown in full (%#)',
  (argv) => expect(formatArguments(argv)).toMatchObject({ ok: false, failure: { code: 'unsupported' } }),
);

const difference = [{ isAdded: true, text: '"apiKey": "\u202eNEW"' }];
const described = { title: 'Zed', file: '/home/ada/settings.json', isNewFile: false, difference, hash: 'h' };

test('shows the difference of a program’s file, and changes the file after a yes only', async () => {
  const done: string[] = [];
  const programs = {
    describe: async () => ok(described),
    setUp: async (_choice: object, hash: string) => {
      done.push(hash);
      return ok({ key: null });
    },
  };
  const ask = (dialogs: ReturnType<typeof fakeDialogs>) =>
    setUpProgram(programs, createApproval({ ...dialogs, now: () => 0 }), { id: 'zed', model: 'm' }, never);
  expect(await ask(fakeDialogs())).toEqual(ok({ isDone: false, key: null }));
  expect(done).toEqual([]);
  const dialogs = fakeDialogs({ answer: () => true });
  expect(await ask(dialogs)).toEqual(ok({ isDone: true, key: null }));
  expect(done).toEqual(['h']);
  expect(dialogs.asked[0]?.detail).toBe(hostText.setUpProgram.detail(described.file, String.raw`+ "apiKey": "\u{202e}NEW"`, false));
});

test('asks nothing about a change that a dialog can’t show in full', async () => {
  const long = { ...described, difference: Array.from({ length: 25 }, () => ({ isAdded: true, text: 'x' })) };
  const dialogs = fakeDialogs({ answer: () => true });
  const programs = { describe: async () => ok(long), setUp: async () => expect.fail('not approved') };
  const result = await setUpProgram(programs, createApproval({ ...dialogs, now: () => 0 }), { id: 'zed', model: 'm' }, never);
  expect([result, dialogs.asked]).toMatchObject([{ failure: { reason: 'client-program-change-too-long' } }, []]);
});
