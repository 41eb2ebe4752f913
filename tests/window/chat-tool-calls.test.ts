import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toolResultTexts } from '../../electron/core/chat/text.ts';
import { demoText } from '../../electron/core/demo/text.ts';
import { waitForAnswer, conversation, lastMessage, messagesOf, openParameters, send } from '../support/window-chat.ts';
import { rows } from '../support/window-history.ts';
import { allowTypedHost, saveTool, savedTools, offerTool, toolRow, pendingCall, weatherTool } from '../support/window-tools.ts';
import { expect, expectAccessible, goTo, quick, reload, test } from '../support/window.ts';
import { hostText } from '../../electron/host/text.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { parametersText } from '../../renderer/chat/parameters/text.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';
import { toolsText } from '../../renderer/tools/text.ts';
import { uiText } from '../../renderer/ui/text.ts';
import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { toolsText as toolTexts } from '../../electron/core/tools/text.ts';

const question = 'What is the weather in Oslo?';

test('shows a call as a form, uses the typed result, and answers again for an edited one', quick, async ({ window, core, page }) => {
  await saveTool(core, weatherTool());
  await offerTool(page, 'find_weather');
  await send(page, question);
  const form = pendingCall(page, 'find_weather');
  await expect(form).toContainText('Oslo');
  await expect(form).toContainText(chatText.toolCall.explanations.ask);
  await form.getByRole('textbox', { name: chatText.toolCall.result }).fill('kept while elsewhere');
  await goTo(page, 'Library');
  await goTo(page, 'Chat');
  await expect(form.getByRole('textbox', { name: chatText.toolCall.result })).toHaveValue('kept while elsewhere');
  await form.getByRole('textbox', { name: chatText.toolCall.result }).fill('');
  await form.getByRole('textbox', { name: chatText.toolCall.result }).focus();
  await page.keyboard.type('{"sky": "clear", "degrees": 4}');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(form.getByRole('button', { name: chatText.toolCall.sendResult })).toBeFocused();
  await page.keyboard.press('Enter');
  const result = messagesOf(page, chatText.toolResult.resultOf('find_weather'));
  await expect(result).toContainText(chatText.toolResult.succeeded('user'));
  await expect(await waitForAnswer(page)).toContainText('clear');

  await result.hover();
  await result.getByRole('button', { name: chatText.toolResult.edit }).click();
  const editing = page.getByRole('form', { name: chatText.toolResult.edit });
  await editing.getByRole('textbox', { name: chatText.toolCall.result }).fill('{"sky": "overcast"}');
  await expectAccessible(window, 'a result that is edited');
  await editing.getByRole('button', { name: chatText.toolResult.send }).click();
  await expect(editing).toBeHidden(); // its field has the same text
  await expect(result).toContainText('overcast');
  await expect(await waitForAnswer(page)).toContainText('overcast');
  await reload(page);
  await page.getByRole('listbox', { name: conversationsText.title }).getByRole('option').first().click();
  await expect(lastMessage(page)).toContainText('overcast');
  await expect(messagesOf(page, chatText.toolResult.resultOf('find_weather'))).toContainText('overcast');
});

test('opens a long result in pieces', async ({ core, page }) => {
  await saveTool(core, weatherTool());
  await offerTool(page, 'find_weather');
  await send(page, question);
  const form = pendingCall(page, 'find_weather');
  const lines = Array.from({ length: 400 }, (_, line) => `${line}: ${'clear '.repeat(8)}`);
  await form.getByRole('textbox', { name: chatText.toolCall.result }).fill(lines.join('\n'));
  await form.getByRole('button', { name: chatText.toolCall.sendResult }).click();
  await waitForAnswer(page);
  await conversation(page).focus();
  await page.keyboard.press('Home'); // the answer repeats the result, which it leaves far above
  const result = messagesOf(page, chatText.toolResult.resultOf('find_weather'));
  await expect(result).not.toContainText('0: clear');
  await result.getByText(chatText.toolResult.succeeded('user')).click();
  await expect(result).toContainText('399: clear');
  expect(await result.locator('.markdown-literal-piece').count()).toBeGreaterThan(1);
});

test('keeps a typed result while the user reads far above', async ({ open }) => {
  const turns = Array.from({ length: 20 }, (_, turn) => [`Question ${turn}`, 'word '.repeat(300)] as const);
  const { core, page } = await open({ conversations: [{ title: 'A long one', turns }] });
  await saveTool(core, weatherTool());
  await rows(page, 'A long one').click();
  await expect(lastMessage(page)).toBeInViewport();
  await offerTool(page, 'find_weather');
  await send(page, question);
  const result = pendingCall(page, 'find_weather').getByRole('textbox', { name: chatText.toolCall.result });
  await result.fill('clear');
  await conversation(page).focus();
  await page.keyboard.press('Home');
  await expect(page.getByText('Question 0', { exact: true })).toBeInViewport();
  await page.keyboard.press('End');
  await expect(result).toBeInViewport();
  await expect(result).toHaveValue('clear');
});

test('declines a call and tells the model', async ({ window, core, page }) => {
  await saveTool(core, weatherTool({ binding: { kind: 'http', method: 'GET', url: 'http://127.0.0.1:1/', headers: [], body: null } }));
  await offerTool(page, 'find_weather');
  await send(page, question);
  const form = pendingCall(page, 'find_weather');
  await expect(form).toContainText(chatText.toolCall.explanations.http);
  await form.getByRole('textbox', { name: chatText.toolCall.arguments }).fill('{"place": ');
  await expect(form).toContainText(chatText.toolCall.invalidJson);
  await expect(form.getByRole('button', { name: chatText.toolCall.run })).toBeDisabled();
  await expectAccessible(window, 'a call whose arguments are being changed');
  await form.getByRole('button', { name: chatText.toolCall.decline }).click();
  await expect(messagesOf(page, chatText.toolResult.resultOf('find_weather'))).toContainText(toolResultTexts.declined);
  await expect(messagesOf(page, chatText.toolResult.resultOf('find_weather'))).toContainText(chatText.toolResult.declined);
  await expect(await waitForAnswer(page)).toContainText('declined');
});

test('blocks an HTTP tool’s access to this computer unless its address is listed', quick, async ({ open }) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('{"sky": "clear"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a listening server has a port
  try {
    const window = await open();
    const { core, page } = window;
    const url = `http://127.0.0.1:${port}/weather?q={{place}}`;
    await saveTool(core, weatherTool({ binding: { kind: 'http', method: 'GET', url, headers: [], body: null }, runsByItself: true }));
    await offerTool(page, 'find_weather');
    await send(page, question);
    const results = messagesOf(page, chatText.toolResult.resultOf('find_weather'));
    await expect(results.last()).toContainText(describeFailure(failure('web-host-local', { host: '127.0.0.1' })).message);
    await expect(results.last()).toContainText(chatText.toolResult.failed('causeway'));
    await waitForAnswer(page);
    await expectAccessible(window, 'a call that was refused');
    expect(asked).toEqual([]);

    await goTo(page, 'Tools');
    const host = page.getByRole('textbox', { name: toolsText.hosts.field });
    await host.fill('http://127.0.0.1/');
    await expect(page.getByText(toolsText.hosts.invalid)).toBeVisible();
    await host.fill(`127.0.0.1:${port}`);
    await page.keyboard.press('Enter');
    await allowTypedHost(page, `127.0.0.1:${port}`);
    await expect(page.getByRole('list', { name: toolsText.hosts.title })).toContainText(`127.0.0.1:${port}`);
    await expectAccessible(window, 'an allowed address');

    await goTo(page, 'Chat');
    await send(page, question);
    await expect(results.last()).toContainText(chatText.toolResult.succeeded('http'));
    await expect(await waitForAnswer(page)).toContainText('clear');
    expect(asked).toEqual(['/weather?q=Oslo']);

    await goTo(page, 'Tools');
    await page.getByRole('button', { name: toolsText.hosts.remove(`127.0.0.1:${port}`) }).click();
    await expect(page.getByRole('list', { name: toolsText.hosts.title })).toHaveCount(0);
    await goTo(page, 'Chat');
    await send(page, question);
    await waitForAnswer(page);
    await expect(results.last()).toContainText(describeFailure(failure('web-host-local', { host: '127.0.0.1' })).message);
    expect(asked).toHaveLength(1);
  } finally {
    server.close();
  }
});

test('runs an approved command argument by argument, and asks again when it was changed', quick, async ({ open }) => {
  const window = await open({ dialogs: { isYes: [false, true, false] } });
  const { core, dialogs, page } = window;
  const argv = [process.execPath, '-p', 'JSON.stringify(process.argv.slice(1))', '{{place}}', '$HOME; ls *'];
  await saveTool(core, weatherTool({ binding: { kind: 'command', argv } }));
  const panel = await openParameters(page);
  await expect(panel.getByRole('checkbox', { name: /find_weather/ })).toBeDisabled();
  await expect(panel).toContainText(parametersText.toolNeedsApproval);
  await page.keyboard.press('Escape');

  await goTo(page, 'Tools');
  const row = toolRow(page, 'find_weather');
  await expect(row).toContainText(toolsText.states.needsApproval);
  await expectAccessible(window, 'a command to be approved');
  await row.getByRole('button', { name: toolsText.approve }).click();
  await expect.poll(dialogs.asked).toHaveLength(1);
  const [firstQuestion] = await dialogs.asked();
  expect(firstQuestion?.detail).toContain('4.  {{place}}\n5.  $HOME; ls *');
  expect(firstQuestion?.detail).toContain(hostText.approveTool.detail('', ['place']));
  expect((await savedTools(core)).tools).toMatchObject([{ approval: 'needed' }]);
  await expect(row).toContainText(toolsText.states.needsApproval);
  await row.getByRole('button', { name: toolsText.approve }).click();
  await expect(row).toContainText(toolsText.states.asksFirst);

  await goTo(page, 'Chat');
  await offerTool(page, 'find_weather');
  await send(page, question);
  const form = pendingCall(page, 'find_weather');
  await expect(form).toContainText(chatText.toolCall.explanations.command);
  await form.getByRole('button', { name: chatText.toolCall.run }).click();
  await expect(messagesOf(page, chatText.toolResult.resultOf('find_weather'))).toContainText(chatText.toolResult.succeeded('command'));
  const text = await messagesOf(page, chatText.toolResult.resultOf('find_weather')).locator('.disclosure-text').innerText();
  expect(JSON.parse(text)).toEqual(['Oslo', '$HOME; ls *']);
  await waitForAnswer(page);

  await goTo(page, 'Tools');
  await row.getByRole('button', { name: toolsText.edit('find_weather') }).click();
  const editor = page.getByRole('dialog', { name: toolsText.edit('find_weather') });
  await editor.getByRole('textbox', { name: toolsText.editor.argv.label }).fill([...argv, 'more', '', ''].join('\n'));
  await editor.getByRole('button', { name: uiText.save }).click();
  await expect(row).toContainText(toolsText.states.needsApproval);
  await row.getByRole('button', { name: toolsText.approve }).click();
  await expect.poll(dialogs.asked).toHaveLength(3);
  expect((await dialogs.asked())[2]?.detail).toContain('6.  more\n\n');
  expect((await savedTools(core)).tools).toMatchObject([{ approval: 'needed' }]);
  await expect(row).toContainText(toolsText.states.needsApproval);
});

test('shows invalid arguments and sends them back as an error', async ({ window, core, page, cloud }) => {
  const place = { type: 'string', pattern: '^[A-Z]+$' };
  await saveTool(core, weatherTool({ parameters: { type: 'object', properties: { place }, required: ['place'] } }));
  await offerTool(page, 'find_weather');
  cloud.demo.fault({ kind: 'broken-arguments', count: 'once' });
  await send(page, question);
  const results = messagesOf(page, chatText.toolResult.resultOf('find_weather'));
  await expect(results.first()).toContainText(toolResultTexts.notAnObject(''));
  await expect(page.getByText(chatText.toolCall.states['invalid-arguments'])).toBeVisible();
  await waitForAnswer(page);
  await expectAccessible(window, 'a call with broken arguments');
  await send(page, question);
  const mismatch = toolTexts.argumentsWrong('');
  await expect(results.nth(1)).toContainText(mismatch);
  await expect(results.nth(1)).toContainText(chatText.toolResult.failed('causeway'));
  await expect(await waitForAnswer(page)).toContainText(mismatch);
  await expect(pendingCall(page, 'find_weather')).toHaveCount(0);
});

test('shows two pending calls side by side and accepts their results in any order', async ({ window, core, page }) => {
  await saveTool(core, weatherTool());
  await offerTool(page, 'find_weather');
  await send(page, 'What is the weather in Oslo and in Bergen?');
  const forms = pendingCall(page, 'find_weather');
  await expect(forms).toHaveCount(2);
  await expectAccessible(window, 'two calls that wait');
  const giving = async (place: string, result: string) => {
    const form = forms.filter({ hasText: place });
    await form.getByRole('textbox', { name: chatText.toolCall.result }).fill(result);
    await form.getByRole('button', { name: chatText.toolCall.sendResult }).click();
  };
  await giving('Bergen', 'rain');
  await expect(forms).toHaveCount(1);
  await giving('Oslo', 'snow');
  const results = messagesOf(page, chatText.toolResult.resultOf('find_weather'));
  await expect(results).toHaveCount(2);
  await expect(results.first()).toContainText('snow');
  await expect(results.last()).toContainText('rain');
  const answer = await waitForAnswer(page);
  await expect(answer).toContainText(demoText.toolsAnswered(2));
  await expect(answer.getByRole('list', { name: chatText.answer.details })).toBeInViewport(); // a click in a form keeps the end in view
  await expect(answer).toContainText('snow');
});
