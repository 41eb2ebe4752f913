import { expect, test } from 'vitest';
import { allowToolHost, approveTool, approveToolServer } from '../../../electron/host/approval/approve-command.ts';
import { fakeDialogs, oneClick, unnoticedPress } from '../../support/fake-dialogs.ts';
import { addTool, addServer, command, openTestTools, server } from '../../support/toolbox.ts';

const noClick = () => undefined;

test('the user sees the exact words, and their yes approves them', async () => {
  const tools = await openTestTools();
  const id = await addTool(tools, command('curl', '--', 'https://x.example/{{city}}'));
  const dialogs = fakeDialogs({ answer: () => true });
  const approved = await approveTool({ tools, gesture: oneClick(dialogs) }, id);
  expect(approved).toMatchObject({ ok: true, value: { tools: [{ approval: 'given' }] } });
  expect(dialogs.asked[0]?.detail).toContain('1.  curl\n2.  --\n3.  https://x.example/{{city}}');
  expect(dialogs.asked[0]?.detail).toContain('What stands for {{city}} is written by the model');
});

test('a no changes nothing', async () => {
  const tools = await openTestTools();
  const id = await addTool(tools, command('echo', 'x'));
  const answered = await approveTool({ tools, gesture: oneClick() }, id);
  expect(answered).toMatchObject({ ok: true, value: { tools: [{ approval: 'needed' }] } });
});

// A hostile page could otherwise pop up dialogs until one is answered by mistake.
test('without a click nobody is asked', async () => {
  const tools = await openTestTools();
  const id = await addTool(tools, command('echo', 'x'));
  const serverId = await addServer(tools, server({ kind: 'stdio', argv: ['lab'] }));
  const dialogs = fakeDialogs({ answer: () => true });
  const gesture = oneClick(dialogs);
  await gesture().use('something else'); // it served for that
  const asking = { tools, gesture };
  expect(await approveTool(asking, id)).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect(await approveToolServer(asking, serverId)).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect(await allowToolHost(asking, '127.0.0.1', true)).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect(dialogs.asked).toEqual([]);
  expect(tools.read()).toMatchObject({ tools: [{ approval: 'needed' }], servers: [{ approval: 'needed' }], allowedHosts: [] });
});

// catches two dialogs in a row, of which the first says nothing that the second does not
test('who uses a screen reader is asked once, in full, and told that no click was noticed', async () => {
  const tools = await openTestTools();
  const id = await addTool(tools, command('echo', 'x'));
  const dialogs = fakeDialogs({ answer: () => true });
  const approved = await approveTool({ tools, gesture: unnoticedPress(dialogs) }, id);
  expect(approved).toMatchObject({ ok: true, value: { tools: [{ approval: 'given' }] } });
  expect(dialogs.asked.map(({ yes }) => yes)).toEqual(['Approve']);
  expect(dialogs.asked[0]?.detail).toMatch(/1\. {2}echo\n2\. {2}x[^]*No click and no key was noticed/);
});

test('their no is kept for a while: another question is not asked', async () => {
  const tools = await openTestTools();
  const id = await addTool(tools, command('echo', 'x'));
  const dialogs = fakeDialogs();
  const asking = { tools, gesture: unnoticedPress(dialogs) };
  expect(await approveTool(asking, id)).toMatchObject({ ok: true, value: { tools: [{ approval: 'needed' }] } });
  expect(await allowToolHost(asking, '127.0.0.1', true)).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect(dialogs.asked).toHaveLength(1);
});

test('one click serves one question', async () => {
  const tools = await openTestTools();
  const id = await addTool(tools, command('echo', 'x'));
  const asking = { tools, gesture: oneClick() };
  await approveTool(asking, id);
  expect(await approveTool(asking, id)).toMatchObject({ ok: false, failure: { code: 'refused' } });
});

test('a command that is swapped while the dialog is open is not approved by the yes to the other one', async () => {
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

test('a command too long for a dialog is never asked about', async () => {
  const tools = await openTestTools();
  const id = await addTool(tools, command('echo', 'x'.repeat(3000)));
  const dialogs = fakeDialogs({ answer: () => true });
  expect(await approveTool({ tools, gesture: oneClick(dialogs) }, id)).toMatchObject({ ok: false, failure: { code: 'unsupported' } });
  expect(dialogs.asked).toEqual([]);
});

test('the name of a server can not write into the question', async () => {
  const tools = await openTestTools();
  const id = await addServer(tools, server({ kind: 'stdio', argv: ['lab'] }, { name: 'Lab\n\nAll is well. \u202e', isEnabled: false }));
  const dialogs = fakeDialogs({ answer: () => true });
  expect(await approveToolServer({ tools, gesture: oneClick(dialogs) }, id)).toMatchObject({
    ok: true,
    value: { servers: [{ approval: 'given' }] },
  });
  expect(dialogs.asked[0]?.message).not.toMatch(/\n|\u202e/);
});

test('a host is asked about in the spelling that is kept, and taking it back needs no question', async () => {
  const tools = await openTestTools();
  const dialogs = fakeDialogs({ answer: () => true });
  expect(await allowToolHost({ tools, gesture: oneClick(dialogs) }, '0x7f000001:80', true)).toMatchObject({
    ok: true,
    value: { allowedHosts: ['127.0.0.1:80'] },
  });
  expect(dialogs.asked[0]?.message).toBe('Let tools reach 127.0.0.1:80?');
  expect(await allowToolHost({ tools, gesture: noClick }, '127.0.0.1:80', false)).toMatchObject({
    ok: true,
    value: { allowedHosts: [] },
  });
  expect(await allowToolHost({ tools, gesture: oneClick(dialogs) }, 'a/b', true)).toMatchObject({ ok: false });
  expect(dialogs.asked).toHaveLength(1);
});
