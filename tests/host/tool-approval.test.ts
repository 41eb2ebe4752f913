import { expect, test } from 'vitest';
import { allowToolHost, approveTool, approveToolServer, formatArguments } from '../../electron/host/tool-approval.ts';
import { escapeHiddenCharacters } from '../../electron/host/dialogs.ts';
import { fakeDialogs, oneClick, unnoticedPress } from '../support/fake-dialogs.ts';
import { addTool, addServer, command, openTestTools, server } from '../support/toolbox.ts';
import { hostText } from '../../electron/host/text.ts';

const noClick = () => undefined;

test('shows the exact command and approves it after a yes', async () => {
  const tools = await openTestTools();
  const id = await addTool(tools, command('curl', '--', 'https://x.example/{{city}}'));
  const dialogs = fakeDialogs({ answer: () => true });
  const approved = await approveTool({ tools, gesture: oneClick(dialogs) }, id);
  expect(approved).toMatchObject({ ok: true, value: { tools: [{ approval: 'given' }] } });
  expect(dialogs.asked[0]?.detail).toContain('1.  curl\n2.  --\n3.  https://x.example/{{city}}');
  expect(dialogs.asked[0]?.detail).toBe(hostText.approveTool.detail('1.  curl\n2.  --\n3.  https://x.example/{{city}}', ['city']));
});

test('changes nothing after a no', async () => {
  const tools = await openTestTools();
  const id = await addTool(tools, command('echo', 'x'));
  const answered = await approveTool({ tools, gesture: oneClick() }, id);
  expect(answered).toMatchObject({ ok: true, value: { tools: [{ approval: 'needed' }] } });
});

test('changes nothing if the request was cancelled before the yes', async () => {
  const tools = await openTestTools();
  const id = await addTool(tools, command('echo', 'x'));
  const request = new AbortController();
  const dialogs = fakeDialogs({
    answer: () => {
      request.abort();
      return true;
    },
  });
  await approveTool({ tools, gesture: oneClick(dialogs) }, id, request.signal);
  await allowToolHost({ tools, gesture: oneClick(dialogs) }, '127.0.0.1', true, request.signal);
  expect(tools.read()).toMatchObject({ tools: [{ approval: 'needed' }], allowedHosts: [] });
});

// A hostile page could otherwise pop up dialogs until one is answered by mistake.
test('asks nothing without a click', async () => {
  const tools = await openTestTools();
  const id = await addTool(tools, command('echo', 'x'));
  const serverId = await addServer(tools, server({ kind: 'stdio', argv: ['lab'] }));
  const dialogs = fakeDialogs({ answer: () => true });
  const gesture = oneClick(dialogs);
  await gesture().use('something else'); // the click is used up
  const dependencies = { tools, gesture };
  expect(await approveTool(dependencies, id)).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect(await approveToolServer(dependencies, serverId)).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect(await allowToolHost(dependencies, '127.0.0.1', true)).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect(dialogs.asked).toEqual([]);
  expect(tools.read()).toMatchObject({ tools: [{ approval: 'needed' }], servers: [{ approval: 'needed' }], allowedHosts: [] });
});

// catches two dialogs in a row, of which the first adds nothing
test('asks a screen reader user once, in full, with a note that no click was observed', async () => {
  const tools = await openTestTools();
  const id = await addTool(tools, command('echo', 'x'));
  const dialogs = fakeDialogs({ answer: () => true });
  const approved = await approveTool({ tools, gesture: unnoticedPress(dialogs) }, id);
  expect(approved).toMatchObject({ ok: true, value: { tools: [{ approval: 'given' }] } });
  expect(dialogs.asked.map(({ yes }) => yes)).toEqual(['Approve']);
  expect(dialogs.asked[0]?.detail).toMatch(/1\. {2}echo\n2\. {2}x/);
  expect(dialogs.asked[0]?.detail).toContain(hostText.confirm.unnoticed);
});

test('asks no other question for a while after a no', async () => {
  const tools = await openTestTools();
  const id = await addTool(tools, command('echo', 'x'));
  const dialogs = fakeDialogs();
  const dependencies = { tools, gesture: unnoticedPress(dialogs) };
  expect(await approveTool(dependencies, id)).toMatchObject({ ok: true, value: { tools: [{ approval: 'needed' }] } });
  expect(await allowToolHost(dependencies, '127.0.0.1', true)).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect(dialogs.asked).toHaveLength(1);
});

test('uses one click for one question', async () => {
  const tools = await openTestTools();
  const id = await addTool(tools, command('echo', 'x'));
  const dependencies = { tools, gesture: oneClick() };
  await approveTool(dependencies, id);
  expect(await approveTool(dependencies, id)).toMatchObject({ ok: false, failure: { code: 'refused' } });
});

test('doesn’t approve a command that changed while the dialog was open', async () => {
  const tools = await openTestTools();
  const id = await addTool(tools, command('echo', 'harmless'));
  const dialogs = fakeDialogs({
    answer: async () => {
      await tools.put(id, command('rm', '-rf', '/'));
      return true;
    },
  });
  expect(await approveTool({ tools, gesture: oneClick(dialogs) }, id)).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect(tools.read()).toMatchObject({ tools: [{ approval: 'needed' }] });
});

test('rejects a command that is too long for a dialog', async () => {
  const tools = await openTestTools();
  const id = await addTool(tools, command('echo', 'x'.repeat(3000)));
  const dialogs = fakeDialogs({ answer: () => true });
  expect(await approveTool({ tools, gesture: oneClick(dialogs) }, id)).toMatchObject({ ok: false, failure: { code: 'unsupported' } });
  expect(dialogs.asked).toEqual([]);
});

test('escapes a server’s name in the question', async () => {
  const tools = await openTestTools();
  const id = await addServer(tools, server({ kind: 'stdio', argv: ['lab'] }, { name: 'Lab\n\nAll is well. \u202e', isEnabled: false }));
  const dialogs = fakeDialogs({ answer: () => true });
  expect(await approveToolServer({ tools, gesture: oneClick(dialogs) }, id)).toMatchObject({
    ok: true,
    value: { servers: [{ approval: 'given' }] },
  });
  expect(dialogs.asked[0]?.message).not.toMatch(/\n|\u202e/);
});

test('asks about a host in its saved spelling, and revokes it without asking', async () => {
  const tools = await openTestTools();
  const dialogs = fakeDialogs({ answer: () => true });
  expect(await allowToolHost({ tools, gesture: oneClick(dialogs) }, '0x7f000001:80', true)).toMatchObject({
    ok: true,
    value: { allowedHosts: ['127.0.0.1:80'] },
  });
  expect(dialogs.asked[0]?.message).toBe(hostText.allowHost.message('127.0.0.1:80'));
  expect(await allowToolHost({ tools, gesture: noClick }, '127.0.0.1:80', false)).toMatchObject({
    ok: true,
    value: { allowedHosts: [] },
  });
  expect(await allowToolHost({ tools, gesture: oneClick(dialogs) }, 'a/b', true)).toMatchObject({ ok: false });
  expect(dialogs.asked).toHaveLength(1);
});

test('shows one argument per line, even if it contains line breaks', () => {
  expect(formatArguments(['rm', '-rf', 'a b', '', ' x', 'a\n4.  b'])).toEqual({
    ok: true,
    value: '1.  rm\n2.  -rf\n3.  a b\n4.  ""\n5.  " x"\n6.  a\\n4.  b',
  });
});

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
])('shows %j as %s', (text, shown) => {
  expect(escapeHiddenCharacters(text)).toBe(shown);
});

test.each([[['x'.repeat(2000)]], [Array.from({ length: 30 }, () => 'x')], [['\u200b'.repeat(300)]]])(
  'rejects an approval that can’t be shown in full (%#)',
  (argv) => {
    expect(formatArguments(argv)).toMatchObject({ ok: false, failure: { code: 'unsupported' } });
  },
);
