import { sharedText } from '../../renderer/shared/text.ts';
import { connectTo, type TestService } from '../support/test-service.ts';
import {
  waitForAnswer,
  ask,
  askToThink,
  chooseFrom,
  chooseModel,
  composer,
  messagesOf,
  openParameters,
  send,
  startConversation,
} from '../support/window-chat.ts';
import { rows } from '../support/window-history.ts';
import { saveTool, offerTool, weatherTool } from '../support/window-tools.ts';
import { both, expect, expectAccessible, quick, readSettings, test, type TestWindow } from '../support/window.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { parametersText } from '../../renderer/chat/parameters/text.ts';
import { formatRate, formatContext } from '../../renderer/shared/format.ts';
import { anyNumbers } from '../support/text-pattern.ts';

/** Activates the service. Turns generated titles off, so that the last request is the test's own. */
async function connect(window: TestWindow, service: TestService): Promise<void> {
  const { core, page } = window;
  const { chat } = await readSettings(window);
  await core.call('settings.change', { chat: { ...chat, makesTitles: false } });
  await connectTo(core, service, { hasInstance: false });
  await expect(page.getByRole('contentinfo')).toContainText('Cloud');
}

/** Returns the last chat request that the service received. */
function lastAsked({ demo }: TestService): unknown {
  return demo.requests().findLast(({ endpoint }) => endpoint === 'chat')?.body;
}

test('sends exactly the parameters that are set', quick, async ({ window, core, page, service }) => {
  await saveTool(core, weatherTool({ name: 'find_tide' })); // a tool that the question doesn't need
  await connect(window, service);
  await chooseModel(page, 'gamma-oss-120b');
  await ask(page, 'Say: plain');
  const plain = lastAsked(service);
  for (const name of ['temperature', 'top_p', 'max_tokens', 'seed', 'stop', 'tools', 'tool_choice']) expect(plain).not.toHaveProperty(name);
  expect(plain).toMatchObject({ messages: [{ role: 'user', content: 'Say: plain' }] });

  await startConversation(page);
  await offerTool(page, 'find_tide');
  const panel = await openParameters(page);
  for (const [label, text] of [
    [parametersText.systemPrompt, 'Be brief.'],
    [sharedText.parameters.temperature, '0.25'],
    [sharedText.parameters.topP, '0.5'],
    [sharedText.parameters.maxTokens, '300'],
    [sharedText.parameters.seed, '7'],
    [sharedText.parameters.stop.label, 'END\n\\n\\n'],
  ] as const)
    await panel.getByRole('textbox', { name: label }).fill(text);
  await panel.getByRole('radio', { name: parametersText.efforts.high }).click();
  await panel.getByRole('combobox', { name: parametersText.toolChoice }).click();
  await page.getByRole('option', { name: parametersText.choices.none }).click();
  await expect(panel.getByRole('combobox', { name: parametersText.toolChoice })).toHaveText(parametersText.choices.none);
  await expectAccessible(window, 'parameters, all of them set');
  await page.keyboard.press('Escape');
  await ask(page, 'Say: set');
  expect(lastAsked(service)).toMatchObject({
    model: 'gamma-oss-120b',
    messages: [{ role: 'system', content: 'Be brief.' }, { role: 'user' }],
    temperature: 0.25,
    top_p: 0.5,
    max_tokens: 300,
    seed: 7,
    stop: ['END', '\n\n'],
    reasoning_effort: 'high',
    tool_choice: 'none',
    tools: [{ type: 'function', function: { name: 'find_tide' } }],
  });
});

test('separates reasoning, never sends it back, and shows statistics for each answer', async ({ window, page, service }) => {
  await connect(window, service);
  await chooseModel(page, 'alpha-R1');
  const answer = await askToThink(page, service, 'Think 60 words, then say: forty-two');
  const thinking = answer.locator('details');
  await expect(thinking.locator('summary')).toHaveText(
    new RegExp(`^${chatText.answer.reasonedFor('')}.*${anyNumbers(chatText.answer.characters(20))}$`),
  );
  await thinking.locator('summary').click();
  const thought = await thinking.locator('.thinking-text p').first().innerText();
  expect(thought.length).toBeGreaterThan(20);
  const facts = answer.getByRole('list', { name: chatText.answer.details }).getByRole('listitem');
  await expect(facts).toHaveText([
    /^alpha-R1/,
    new RegExp(`^${sharedText.modes.proxy}`),
    new RegExp(`^${chatText.answer.stats.firstToken('[\\d.,]+ m?s')}`),
    new RegExp(`^(?:${anyNumbers(formatRate(20))}|${anyNumbers(chatText.answer.stats.aboutRate(formatRate(20)))})`),
    new RegExp(`^${anyNumbers(chatText.answer.stats.promptTokens(20))}$`),
    new RegExp(`^${anyNumbers(chatText.answer.stats.completionTokens(20))}$`),
    new RegExp(`^${chatText.answer.stats.reasoningTokens('[\\d,]+')}$`),
    chatText.answer.finishes.stop,
  ]);
  await ask(page, 'And now?');
  const sent = JSON.stringify(lastAsked(service));
  expect(sent).toContain('And now?');
  expect(sent).toContain('forty-two');
  expect(sent).not.toContain(thought.slice(0, 20));
});

for (const [language, mark] of [
  ['python', /import os.*os\.environ.*CAUSEWAY_API_KEY/s],
  ['typescript', /process\.env.*CAUSEWAY_API_KEY/s],
] as const)
  test(`copies the request of an answer as ${language}, with the key as a variable`, both('the clipboard'), async ({ window, service }) => {
    const { page } = window;
    await connect(window, service);
    const answer = await ask(page, 'Say: it’s measured');
    await answer.hover();
    await chooseFrom(page, answer.getByRole('button', { name: chatText.message.more }), chatText.answer.copyRequest(language));
    await expect(page.getByText(sharedText.copy.copied(chatText.answer.requestTitles[language]))).toBeVisible();
    const code = await window.clipboard();
    expect(code).toMatch(mark);
    expect(code).toContain('Say: it’s measured');
    expect(code).not.toContain(service.demo.token);
  });

test('groups models by engine with their capabilities, and remembers the model per conversation', async ({ page }) => {
  await ask(page, 'Say: by the first');
  await startConversation(page);
  await chooseModel(page, 'alpha-R1');
  await ask(page, 'Say: by the second');
  await page.keyboard.press('ControlOrMeta+Shift+m');
  const { tools, reasoning, reasoningEffort } = sharedText.capabilities;
  const models = page.getByRole('listbox', { name: sharedText.modelPicker.models });
  await expect(models.getByRole('group', { name: sharedText.modelPicker.groups.vllm }).getByRole('option')).toHaveText([
    /beta-4-scout/,
    /gamma-oss-120b/,
  ]);
  await expect(models.getByRole('option', { name: /gamma-oss-120b/ })).toContainText(
    `${[tools, reasoning, reasoningEffort].join(', ')} · ${sharedText.modelPicker.context(formatContext(131_072))}`,
  );
  await page.keyboard.press('Escape');
  await rows(page, 'by the first').click();
  await expect(page.getByRole('button', { name: sharedText.modelPicker.label('beta-4-scout') })).toBeVisible();
  await composer(page).focus();
  await send(page, 'Say: again by the first');
  await waitForAnswer(page);
  await expect(messagesOf(page, 'beta-4-scout')).toHaveCount(2);
  await rows(page, 'by the second').click();
  await expect(page.getByRole('button', { name: sharedText.modelPicker.label('alpha-R1') })).toBeVisible();
});
