import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runtime } from '../../build/steps/electron-command.ts';
import type { Connection } from '../../electron/contract/connection.ts';
import type { Profile } from '../../electron/contract/profile.ts';
import type { Toolbox } from '../../electron/contract/tool.ts';
import { expect, quick, test } from '../support/app.ts';
import { answerDialogs, callRoute, shownDialogs } from '../support/app-bridge.ts';
import { startTestService } from '../support/test-service.ts';
import { shellText } from '../../electron/shell/text.ts';

const tool = {
  name: 'list',
  description: 'Lists.',
  parameters: { type: 'object', properties: {} },
  binding: { kind: 'command', argv: ['ls', '-l', '/tmp'] },
  isEnabled: true,
  runsByItself: false,
};

test('approves a command only in a dialog of the main process', quick, async ({ app }) => {
  await answerDialogs(app, { button: 1 });
  const put = await callRoute<Toolbox>(app, 'tools.put', { id: null, tool: { ...tool, approval: 'given', approvedHash: 'x' } });
  const id = put.value.tools[0]?.id;
  expect(put.value.tools[0]?.approval).toBe('needed');
  expect(await shownDialogs(app)).toEqual([]);
  expect(await callRoute(app, 'shell.approveTool', { id })).toMatchObject({ ok: true, value: { tools: [{ approval: 'given' }] } });
  const [question] = await shownDialogs(app);
  expect(JSON.parse(question ?? '')).toMatchObject({
    detail: expect.stringContaining('1.  ls\n2.  -l\n3.  /tmp'),
    buttons: ['Cancel', 'Approve'],
    defaultId: 0,
    cancelId: 0,
  });

  const changed = await callRoute<Toolbox>(app, 'tools.put', { id, tool: { ...tool, binding: { kind: 'command', argv: ['ls', '/'] } } });
  expect(changed.value.tools[0]?.approval).toBe('needed');
});

test('doesn’t approve a command when the user declines', async ({ app }) => {
  await answerDialogs(app, { button: 0 });
  const put = await callRoute<Toolbox>(app, 'tools.put', { id: null, tool });
  expect(await callRoute(app, 'shell.approveTool', { id: put.value.tools[0]?.id })).toMatchObject({
    ok: true,
    value: { tools: [{ approval: 'needed' }] },
  });
});

test('asks before a stand-in Electron connects to a service, and doesn’t connect when the user declines', quick, async ({ app }) => {
  test.skip(runtime().isOfficial, 'the official Electron doesn’t ask');
  const { demo, caFile, inferenceServer, close } = await startTestService();
  try {
    await answerDialogs(app, { button: 0 });
    const service = { ...demo.profile().service, name: 'Cloud', caFile, inferenceServer };
    const added = await callRoute<Profile>(app, 'profiles.add', { service, instance: null, mode: 'proxy', directRoute: 'auto' });
    await callRoute(app, 'profiles.activate', { id: added.value.id });
    const connection = async () => (await callRoute<Connection>(app, 'connection.read')).value;
    await expect.poll(connection).toMatchObject({ state: 'failed', failure: { code: 'refused' } });
    expect((await shownDialogs(app)).map((question) => JSON.parse(question))).toMatchObject([
      {
        message: shellText.devRuntime.message,
        buttons: [shellText.devRuntime.demoOnly, shellText.devRuntime.connect],
        defaultId: 0,
        cancelId: 0,
      },
    ]);
    expect(demo.requests()).toEqual([]);
  } finally {
    await close();
  }
});

/** An export of ChatGPT with a text that tries to run a script. */
const hostile = [
  {
    title: 'Rain',
    create_time: 1_700_000_000,
    update_time: 1_700_000_000,
    current_node: 'b',
    mapping: {
      a: { id: 'a', parent: null, children: ['b'], message: null },
      b: {
        id: 'b',
        parent: 'a',
        children: [],
        message: {
          id: 'b',
          author: { role: 'user' },
          create_time: 1_700_000_000,
          content: {
            content_type: 'text',
            parts: ['<script>document.title = "ran"</script><img src="http://127.0.0.1:9/x"> Why does it rain?'],
          },
        },
      },
    },
  },
];

test('imports conversations from a file, and exports a PDF through a window that is closed afterwards', quick, async ({ app, profile }) => {
  const source = path.join(profile, 'chatgpt.json');
  await writeFile(source, JSON.stringify(hostile));
  await answerDialogs(app, { file: source });
  expect(await callRoute(app, 'shell.importConversations', { jobId: 'import' })).toMatchObject({
    ok: true,
    value: { imported: 1, skipped: [] },
  });

  const file = path.join(profile, 'out.pdf');
  await answerDialogs(app, { file });
  expect(await callRoute(app, 'shell.exportConversations', { ids: null, format: 'pdf', jobId: 'export' })).toEqual({
    ok: true,
    value: { file },
  });
  expect((await readFile(file)).toString('latin1', 0, 5)).toBe('%PDF-');
  expect(await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});
