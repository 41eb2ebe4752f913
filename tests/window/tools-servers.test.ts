import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Locator } from 'playwright/test';
import { createHttpToolServer } from '../support/tool-server.ts';
import { waitForAnswer, messagesOf, openParameters, send } from '../support/window-chat.ts';
import { allowTypedHost, dismissMessages, savedTools, offerTool, serverRow, toolRow, pendingCall } from '../support/window-tools.ts';
import { expect, expectAccessible, freePort, goTo, quick, test, type TestWindow } from '../support/window.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { parametersText } from '../../renderer/chat/parameters/text.ts';
import { toolsText } from '../../renderer/tools/text.ts';
import { uiText } from '../../renderer/ui/text.ts';
import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';

const program = path.resolve(import.meta.dirname, '../support/tool-server.ts');

test('approves and connects an MCP program, and runs one of its tools', quick, async ({ open }) => {
  const window = await open({ dialogs: { isYes: [true] } });
  const { core, dialogs, page } = window;
  await goTo(page, 'Tools');
  await page.getByRole('button', { name: toolsText.servers.create }).click();
  const editor = page.getByRole('dialog', { name: toolsText.serverEditor.title });
  await expect(editor.getByRole('textbox', { name: toolsText.editor.name.label })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(editor).toContainText(toolsText.errors.nameMissing);
  await expect(editor).toContainText(toolsText.errors.programMissing);
  await expectAccessible(window, 'the server editor, with what is missing');
  await editor.getByRole('textbox', { name: toolsText.editor.name.label }).fill('Lab');
  await editor.getByRole('textbox', { name: toolsText.editor.argv.label }).fill(`${process.execPath}\n${program}\n`);
  await editor.getByRole('button', { name: uiText.save }).click();
  const row = serverRow(page, 'Lab');
  await expect(row).toContainText(toolsText.states.needsApproval);
  await row.getByRole('button', { name: toolsText.approve }).click();
  await expect(row).toContainText(toolsText.states.connected(8));
  await expect(row.getByRole('switch')).toBeFocused();
  expect((await dialogs.asked())[0]?.detail).toContain(`1.  ${process.execPath}\n2.  ${program}\n\n`);
  await expectAccessible(window, 'a connected server');

  await page.getByRole('button', { name: toolsText.tools.create }).click();
  const tool = page.getByRole('dialog', { name: toolsText.tools.create });
  await tool.getByRole('radio', { name: toolsText.editor.action.kinds.mcp }).click();
  await tool.getByRole('combobox', { name: toolsText.editor.mcp.server.label }).click();
  await page.getByRole('option', { name: 'Lab' }).click();
  await tool.getByRole('combobox', { name: toolsText.editor.mcp.tool.label }).click();
  await page.getByRole('option', { name: /^add/ }).click();
  await expect(tool.getByRole('textbox', { name: toolsText.editor.name.label })).toHaveValue('add');
  await expect(tool.getByRole('textbox', { name: toolsText.editor.description.label })).toHaveValue('Adds.');
  await expectAccessible(window, 'the editor of a server’s tool');
  await tool.getByRole('button', { name: uiText.save }).click();
  await expect(toolRow(page, 'add')).toContainText(toolsText.actions.mcp('add', 'Lab'));
  await row.getByRole('button', { name: toolsText.servers.addTools(7) }).click();
  await expect(page.getByText(toolsText.tools.added(7))).toBeVisible();
  await expect(row.getByRole('switch')).toBeFocused();
  await dismissMessages(page);

  await goTo(page, 'Chat');
  await offerTool(page, '^add');
  await send(page, 'Please add 2 and 3');
  const form = pendingCall(page, 'add');
  await expect(form).toContainText(chatText.toolCall.explanations.mcp);
  await form.getByRole('button', { name: chatText.toolCall.run }).click();
  const result = messagesOf(page, chatText.toolResult.resultOf('add'));
  await expect(result).toContainText(chatText.toolResult.succeeded('mcp'));
  await expect(result.locator('.disclosure-text')).toHaveText('5');
  await expect(await waitForAnswer(page)).toContainText('5');

  await goTo(page, 'Tools');
  await row.getByRole('button', { name: toolsText.delete('Lab') }).click();
  await expect(page.getByText(toolsText.servers.deleted('Lab', 8))).toBeVisible();
  await expect(page.getByRole('list', { name: toolsText.tools.title })).toHaveCount(0);
  await expect(page.getByRole('button', { name: toolsText.servers.create })).toBeFocused();
  expect(await savedTools(core)).toMatchObject({ servers: [], tools: [] });
});

test('rejects a local server address until it is listed, then connects by itself', async ({ open }) => {
  const server = createHttpToolServer('streamable');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a listening server has a port
  const window = await open();
  const { page } = window;
  try {
    await goTo(page, 'Tools');
    await page.getByRole('button', { name: toolsText.servers.create }).click();
    const editor = page.getByRole('dialog', { name: toolsText.serverEditor.title });
    await editor.getByRole('textbox', { name: toolsText.editor.name.label }).fill('Lab');
    await editor.getByRole('radio', { name: toolsText.serverEditor.kind.kinds.http }).click();
    await editor.getByRole('textbox', { name: toolsText.editor.http.url.label }).fill('lab.local');
    await expect(editor).toContainText(toolsText.errors.urlInvalid);
    await editor.getByRole('textbox', { name: toolsText.editor.http.url.label }).fill(`http://127.0.0.1:${port}/mcp`);
    await expectAccessible(window, 'the editor of a server at an address');
    await editor.getByRole('button', { name: uiText.save }).click();
    const row = serverRow(page, 'Lab');
    await expect(row).toContainText(describeFailure(failure('web-host-local', { host: '127.0.0.1' })).remedy);
    await expectAccessible(window, 'a server that is refused');
    await page.getByRole('textbox', { name: toolsText.hosts.field }).fill(`127.0.0.1:${port}`);
    await page.keyboard.press('Enter');
    await allowTypedHost(page, `127.0.0.1:${port}`);
    await expect(row).toContainText(toolsText.states.connected(8));
    await row.getByRole('button', { name: toolsText.servers.addTools(8) }).click();
    await expect(page.getByText(toolsText.tools.added(8))).toBeVisible();
    await dismissMessages(page);
    await expect(toolRow(page, toolsText.actions.mcp('add', 'Lab'))).toBeVisible();
    await goTo(page, 'Chat');
    await offerTool(page, '^add');
    await send(page, 'Please add 20 and 22');
    await pendingCall(page, 'add').getByRole('button', { name: chatText.toolCall.run }).click();
    await expect(messagesOf(page, chatText.toolResult.resultOf('add')).locator('.disclosure-text')).toHaveText('42');
    await waitForAnswer(page);
    await goTo(page, 'Tools');
    await row.getByRole('switch').click();
    await expect(row).toContainText(toolsText.states.off);
    await goTo(page, 'Chat');
    await expect(await openParameters(page)).toContainText(parametersText.toolUnavailable('Lab'));
    await expectAccessible(window, 'a tool whose server is off');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

/** Allows a local address and adds a server there. Returns its row. */
async function addLocalServer({ core, page }: Pick<TestWindow, 'core' | 'page'>, port: number): Promise<Locator> {
  await goTo(page, 'Tools');
  await page.getByRole('textbox', { name: toolsText.hosts.field }).fill(`127.0.0.1:${port}`);
  await page.keyboard.press('Enter');
  await allowTypedHost(page, `127.0.0.1:${port}`);
  await expect(page.getByRole('list', { name: toolsText.hosts.title })).toContainText(`127.0.0.1:${port}`);
  const lab = { name: 'Lab', transport: { kind: 'http', url: `http://127.0.0.1:${port}/mcp` }, isEnabled: true } as const;
  await core.call('tools.putServer', { id: null, server: lab });
  return serverRow(page, 'Lab');
}

test('reports a server that doesn’t answer, and retries on request', async ({ open }) => {
  const port = await freePort();
  const window = await open();
  const row = await addLocalServer(window, port);
  await expect(row).toContainText(toolsText.states.failed);
  const { message, remedy } = describeFailure(failure('web-connection-refused', { host: `127.0.0.1:${port}` }));
  await expect(row).toContainText(message);
  await expect(row).toContainText(remedy);
  await expectAccessible(window, 'a server that failed');
  const server = createHttpToolServer('streamable');
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  try {
    const again = row.getByRole('button', { name: uiText.tryAgain });
    const connected = expect(row).toContainText(toolsText.states.connected(8));
    await Promise.race([again.click(), connected]); // it may reconnect by itself first, and then there is no button
    await connected;
    await expect(again).toHaveCount(0);
    await row.getByRole('switch').click();
    await expect(row).toContainText(toolsText.states.off);
    await expectAccessible(window, 'a server that is off');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('moves the focus to the switch when a failed server is tried again (catches a focus on nothing)', async ({ open }) => {
  let isHeld = false;
  const server = createServer((_, response) => {
    if (!isHeld) response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a listening server has a port
  const { core, page } = await open();
  try {
    const row = await addLocalServer({ core, page }, port);
    await row.getByRole('button', { name: uiText.tryAgain }).focus();
    isHeld = true; // the next attempt, which begins by itself, doesn't end
    await expect(row).toContainText(toolsText.states.connecting);
    await expect(row.getByRole('switch')).toBeFocused();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
