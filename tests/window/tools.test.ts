import { readSavedFile } from '../support/saved-file.ts';
import { patchBridge } from '../support/patch-bridge.ts';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright/test';
import { allowTypedHost, dismissMessages, saveTool, savedTools, offerTool, toolRow, weatherTool } from '../support/window-tools.ts';
import { holdReplies, releaseReplies, slowBridge } from '../support/hold-replies.ts';
import { openParameters } from '../support/window-chat.ts';
import { both, browserOnly, expect, expectAccessible, goTo, quick, test } from '../support/window.ts';
import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { parametersText } from '../../renderer/chat/parameters/text.ts';
import { toolsText } from '../../renderer/tools/text.ts';
import { uiText } from '../../renderer/ui/text.ts';

test('creates an ask-me tool by keyboard alone, with errors at their fields', quick, async ({ window, core, page }) => {
  await goTo(page, 'Tools');
  await expect(page.getByText(toolsText.tools.emptyTitle)).toBeVisible();
  await expect(page.getByText(toolsText.servers.emptyTitle)).toBeVisible();
  await expectAccessible(window, 'no tools yet');
  await page.getByRole('button', { name: toolsText.tools.create }).focus();
  await page.keyboard.press('Enter');
  const editor = page.getByRole('dialog', { name: toolsText.tools.create });
  const name = editor.getByRole('textbox', { name: toolsText.editor.name.label });
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(editor).toContainText(toolsText.errors.nameMissing);
  await expect(editor).toContainText(toolsText.errors.descriptionMissing);
  await expect(name).toBeFocused();
  await expectAccessible(window, 'the tool editor, with what is missing');

  await page.keyboard.type('find weather');
  await expect(editor).toContainText(toolsText.errors.nameInvalid);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('find_weather');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Finds the weather of a town');
  await page.keyboard.press('Tab');
  const parameters = editor.getByRole('textbox', { name: toolsText.editor.parameters.label });
  await expect(parameters).toBeFocused();
  const keep = async (schema: string) => {
    await parameters.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(schema);
    await editor.getByRole('button', { name: uiText.save }).focus();
    await page.keyboard.press('Enter');
  };
  await keep('{"type": "object"');
  await expect(editor).toContainText(describeFailure(failure('tool-parameters-not-json', { line: 1 })).message);
  await expect(parameters).toBeFocused();
  // Only the main process validates the schema fully. The form shows its error too.
  await keep('{"type": "object", "properties": {"place": {"type": "text"}}}');
  await expect(editor.getByRole('alert')).toContainText(
    describeFailure(failure('tool-schema-invalid', { at: 'properties.place.type', problem: 'unknown-type' })).message,
  );
  await expectAccessible(window, 'the tool editor, refused');
  await keep('{"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]}');
  await expect(editor).toBeHidden();
  await expect(toolRow(page, 'find_weather')).toContainText(toolsText.actions.ask);
  await expectAccessible(window, 'a tool');
  expect((await savedTools(core)).tools).toMatchObject([
    { name: 'find_weather', binding: { kind: 'ask' }, isEnabled: true, runsByItself: false },
  ]);
  await toolRow(page, 'find_weather').getByRole('switch').click();
  await expect.poll(async () => (await savedTools(core)).tools).toMatchObject([{ name: 'find_weather', isEnabled: false }]);
});

// Catches text that disappears with the dialog.
test('accepts no text while a tool is being saved, and keeps the focus', slowBridge, async ({ open }) => {
  const { core, page } = await open({ prepare: (opened) => holdReplies(opened, 'tools.put') });
  await goTo(page, 'Tools');
  await page.getByRole('button', { name: toolsText.tools.create }).click();
  const editor = page.getByRole('dialog', { name: toolsText.tools.create });
  const name = editor.getByRole('textbox', { name: toolsText.editor.name.label });
  await editor.getByRole('textbox', { name: toolsText.editor.description.label }).fill('Finds the weather');
  await name.fill('weather');
  await name.press('Enter');
  await expect(editor.getByRole('button', { name: uiText.save })).toBeDisabled();
  await page.keyboard.type('_of_a_town');
  await page.keyboard.press('Backspace');
  await expect(name).toHaveValue('weather');
  await expect(name).toBeFocused();
  await releaseReplies(page);
  await expect(editor).toHaveCount(0);
  expect((await savedTools(core)).tools).toMatchObject([{ name: 'weather' }]);
});

test('scrolls to the invalid field and its error in a small window, for every kind of field', async ({ window, page }) => {
  await window.resize({ width: 900, height: 640 });
  await goTo(page, 'Tools');
  await page.getByRole('button', { name: toolsText.tools.create }).click();
  const editor = page.getByRole('dialog', { name: toolsText.tools.create });
  const keep = editor.getByRole('button', { name: uiText.save });
  /** Expects the field to be focused and invalid, with its error in view. */
  const expectInvalid = async (field: Locator, error: string) => {
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(new RegExp(error));
    await expect(field).toBeInViewport({ ratio: 1 });
    // Nothing covers the error, such as the buttons.
    await expect
      .poll(() =>
        editor.getByText(error).evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height - 1) === element;
        }),
      )
      .toBe(true);
  };
  await editor.getByRole('textbox', { name: toolsText.editor.name.label }).fill('find_weather');
  await editor.getByRole('textbox', { name: toolsText.editor.description.label }).fill('Finds the weather');
  await editor.getByRole('radio', { name: toolsText.editor.action.kinds.http }).click();
  await editor.getByRole('combobox', { name: toolsText.editor.http.method }).click();
  await page.getByRole('option', { name: 'POST' }).click();
  await editor.getByRole('textbox', { name: toolsText.editor.http.url.label }).fill('https://api.example.org/');
  await editor.getByRole('textbox', { name: toolsText.editor.http.body.label }).fill('{{town}}');
  await expectInvalid(editor.getByRole('textbox', { name: toolsText.editor.http.body.label }), toolsText.errors.placeholderUnknown('town'));
  await window.resize({ width: 1280, height: 900 });
  await window.resize({ width: 900, height: 640 });
  await expectInvalid(editor.getByRole('textbox', { name: toolsText.editor.http.body.label }), toolsText.errors.placeholderUnknown('town'));
  await keep.click();
  await expectInvalid(editor.getByRole('textbox', { name: toolsText.editor.http.body.label }), toolsText.errors.placeholderUnknown('town'));
  await editor.getByRole('radio', { name: toolsText.editor.action.kinds.mcp }).click();
  await keep.click();
  await expect(editor.getByText(toolsText.editor.mcp.noServers)).toBeInViewport({ ratio: 1 });
  await editor.getByRole('textbox', { name: toolsText.editor.name.label }).fill('');
  await keep.click();
  await expectInvalid(editor.getByRole('textbox', { name: toolsText.editor.name.label }), toolsText.errors.nameMissing);
  await expectAccessible(window, 'the tool editor in a small window');
});

test('requires a server before one of its tools is saved, and focuses that choice', async ({ window, core, page }) => {
  await window.resize({ width: 900, height: 640 });
  await core.call('tools.putServer', {
    id: null,
    server: { name: 'Archive', transport: { kind: 'http', url: 'https://mcp.example.org/' }, isEnabled: false },
  });
  await goTo(page, 'Tools');
  await page.getByRole('button', { name: toolsText.tools.create }).click();
  const editor = page.getByRole('dialog', { name: toolsText.tools.create });
  await editor.getByRole('textbox', { name: toolsText.editor.name.label }).fill('find_weather');
  await editor.getByRole('textbox', { name: toolsText.editor.description.label }).fill('Finds the weather');
  await editor.getByRole('radio', { name: toolsText.editor.action.kinds.mcp }).click();
  await editor.getByRole('button', { name: uiText.save }).click();
  const server = editor.getByRole('combobox', { name: toolsText.editor.mcp.server.label });
  await expect(server).toBeFocused();
  await expect(server).toHaveAccessibleDescription(toolsText.errors.toolMissing);
  await expect(server).toHaveAttribute('aria-invalid', 'true');
  await expect(editor.getByText(toolsText.errors.toolMissing)).toBeInViewport({ ratio: 1 });
  await expectAccessible(window, 'a server is not chosen yet');
});

test('keeps the input of each kind while switching, and saves nothing hidden', async ({ window, core, page }) => {
  await saveTool(core, weatherTool({ binding: { kind: 'command', argv: ['weather', '{{place}}'] }, runsByItself: true }));
  await goTo(page, 'Tools');
  await toolRow(page, 'find_weather')
    .getByRole('button', { name: toolsText.edit('find_weather') })
    .click();
  const editor = page.getByRole('dialog', { name: toolsText.edit('find_weather') });
  const kind = (name: string) => editor.getByRole('radio', { name });
  await expectAccessible(window, 'the editor of a command');
  await kind(toolsText.editor.action.kinds.http).click();
  await expect(editor.getByRole('switch', { name: toolsText.editor.automatic.label })).not.toBeChecked();
  await editor.getByRole('textbox', { name: toolsText.editor.http.url.label }).fill('https://{{place}}.example.org/');
  await expect(editor).toContainText(toolsText.errors.hostPlaceholder);
  await editor.getByRole('textbox', { name: toolsText.editor.http.url.label }).fill('https://example.org/{{town}}');
  await expect(editor).toContainText(toolsText.errors.placeholderUnknown('town'));
  await editor.getByRole('textbox', { name: toolsText.editor.http.url.label }).fill('https://example.org/{{place}}');
  await editor.getByRole('textbox', { name: toolsText.editor.http.headers.label }).fill('Accept: text/plain\nnonsense');
  await expect(editor).toContainText(toolsText.errors.headerWithoutValue('nonsense'));
  await expectAccessible(window, 'the editor of a request');
  await editor.getByRole('textbox', { name: toolsText.editor.http.headers.label }).fill('Accept: text/plain');
  await kind(toolsText.editor.action.kinds.mcp).click();
  await expect(editor).toContainText(toolsText.editor.mcp.noServers);
  await kind(toolsText.editor.action.kinds.command).click();
  await expect(editor.getByRole('textbox', { name: toolsText.editor.argv.label })).toHaveValue('weather\n{{place}}');
  await kind(toolsText.editor.action.kinds.http).click();
  await expect(editor.getByRole('textbox', { name: toolsText.editor.http.url.label })).toHaveValue('https://example.org/{{place}}');
  await editor.getByRole('button', { name: uiText.save }).click();
  await expect(editor).toBeHidden();
  await expect(toolRow(page, 'find_weather')).toContainText(toolsText.states.asksFirst);
  expect((await savedTools(core)).tools[0]?.binding).toEqual({
    kind: 'http',
    method: 'GET',
    url: 'https://example.org/{{place}}',
    headers: [{ name: 'Accept', value: 'text/plain' }],
    body: null,
  });
});

test('restores a removed tool by one click, and the conversation still offers it', async ({ core, page }) => {
  await saveTool(core, weatherTool());
  await offerTool(page, 'find_weather');
  await goTo(page, 'Tools');
  await toolRow(page, 'find_weather')
    .getByRole('button', { name: toolsText.delete('find_weather') })
    .click();
  await page.getByRole('button', { name: uiText.undo }).hover(); // so that it stays
  await expect(toolRow(page, 'find_weather')).toHaveCount(0);
  await page.getByRole('button', { name: uiText.undo }).click();
  await expect(toolRow(page, 'find_weather')).toContainText(toolsText.states.on);
  await goTo(page, 'Chat');
  const panel = await openParameters(page);
  await expect(panel.getByRole('checkbox', { name: /find_weather/ })).toBeChecked();
});

test('keeps the focus in the list after an approval or a deletion (catches a focus on nothing)', async ({ open }) => {
  const { core, page } = await open({ dialogs: { isYes: [true] } });
  await saveTool(core, weatherTool());
  await saveTool(core, weatherTool({ name: 'echo', binding: { kind: 'command', argv: ['echo'] } }));
  await goTo(page, 'Tools');
  const row = toolRow(page, 'echo');
  await row.getByRole('button', { name: toolsText.approve }).press('Enter');
  await expect(row.getByRole('switch')).toBeFocused();
  await page.getByRole('button', { name: toolsText.delete('find_weather') }).press('Enter');
  await expect(page.getByRole('button', { name: toolsText.delete('echo') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: toolsText.tools.create })).toBeFocused();
});

test('keeps a typed local address until it is allowed (catches an address to type again)', quick, async ({ page }) => {
  await goTo(page, 'Tools');
  const field = page.getByRole('textbox', { name: toolsText.hosts.field });
  const list = page.getByRole('list', { name: toolsText.hosts.title });
  await field.fill('LOCALHOST:1234');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: uiText.cancel }).click();
  await expect(field).toHaveValue('LOCALHOST:1234');
  await expect(list).toHaveCount(0);
  await field.press('Enter');
  await allowTypedHost(page, 'LOCALHOST:1234');
  await expect(list).toContainText('localhost:1234');
  await expect(field).toHaveValue('');
  await field.fill('printer');
  await field.press('Enter');
  await allowTypedHost(page, 'printer');
  await expect(list).toContainText('printer');
  await page.getByRole('button', { name: toolsText.hosts.remove('localhost:1234') }).press('Enter');
  await expect(page.getByRole('button', { name: toolsText.hosts.remove('printer') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
});

test('imports tools switched off and unapproved, and rejects other files', both('file dialogs'), async ({ open, profile }) => {
  const file = path.join(profile, 'shared.json');
  const shared = {
    format: 'causeway-tools',
    version: 1,
    servers: [{ id: 's', name: 'Lab', transport: { kind: 'stdio', argv: ['rm', '-rf', '/'] }, isEnabled: true }],
    tools: [
      weatherTool({ runsByItself: true }),
      weatherTool({ name: 'wipe', binding: { kind: 'command', argv: ['rm', '-rf', '/'] }, runsByItself: true }),
    ],
  };
  const window = await open({ dialogs: { file } });
  const { core, page } = window;
  await goTo(page, 'Tools');
  const choose = async (entry: string) => {
    await page.getByRole('region', { name: toolsText.tools.title }).getByRole('button', { name: toolsText.tools.importExport }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await writeFile(file, '{"format": "something else"}');
  await choose(toolsText.tools.import);
  await expect(page.getByText(describeFailure(failure('tool-file-invalid', { at: 'format' })).message)).toBeVisible();
  await dismissMessages(page);
  await writeFile(file, JSON.stringify(shared));
  await choose(toolsText.tools.import);
  await expect(page.getByText(toolsText.tools.imported(3))).toBeVisible();
  await dismissMessages(page);
  await expect(toolRow(page, 'find_weather').getByRole('switch')).not.toBeChecked();
  await expect(toolRow(page, 'wipe')).toContainText(toolsText.states.needsApproval);
  await expect(page.getByRole('list', { name: toolsText.servers.title })).toContainText(toolsText.states.needsApproval);
  await expectAccessible(window, 'imported tools');
  expect((await savedTools(core)).tools.map(({ isEnabled, runsByItself }) => [isEnabled, runsByItself])).toEqual([
    [false, false],
    [false, false],
  ]);
  await goTo(page, 'Chat');
  const panel = await openParameters(page);
  await expect(panel.getByRole('checkbox', { name: /find_weather/ })).toBeDisabled();
  await expect(panel).toContainText(parametersText.toolOff);

  await page.keyboard.press('Escape');
  await goTo(page, 'Tools');
  await rm(file);
  await choose(toolsText.tools.export);
  await expect(page.getByText(toolsText.tools.exported)).toBeVisible();
  expect(JSON.parse(await readSavedFile(file))).toMatchObject({
    format: 'causeway-tools',
    tools: [{ name: 'find_weather' }, { name: 'wipe' }],
  });
});

const brokenBridge = browserOnly('a bridge that fails once; Electron’s can not be changed from the page');
test('shows a failure to read the tools, and reads again on request', brokenBridge, async ({ open }) => {
  const window = await open({
    prepare: (page) =>
      patchBridge(
        page,
        (bridge, route) => {
          const { call } = bridge;
          let isBroken = true;
          bridge.call = (request) => {
            if (request.route !== route || !isBroken) return call(request);
            isBroken = false;
            return Promise.resolve({
              ok: false,
              failure: { code: 'storage', reason: 'recorded', params: { message: 'The disk is full.', remedy: 'Make room on it.' } },
            });
          };
        },
        'tools.read',
      ),
  });
  const { page } = window;
  await goTo(page, 'Tools');
  await expect(page.getByText('The disk is full.')).toBeVisible();
  await expect(page.getByText('Make room on it.')).toBeVisible();
  await expectAccessible(window, 'tools that can not be read');
  await page.getByRole('button', { name: uiText.tryAgain }).click();
  await expect(page.getByRole('button', { name: toolsText.tools.create })).toBeVisible();
});
