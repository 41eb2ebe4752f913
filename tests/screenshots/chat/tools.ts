import path from 'node:path';
import { waitForAnswer, messagesOf, openParameters, send, startConversation } from '../../support/window-chat.ts';
import { allowTypedHost, dismissMessages, saveTool, offerTool, serverRow, pendingCall, weatherTool } from '../../support/window-tools.ts';
import { freePort, goTo } from '../../support/window.ts';
import type { Scene, SceneContext } from '../scene.ts';
import { context } from '../../support/call-context.ts';
import { must } from '../../support/must.ts';
import { chatText } from '../../../renderer/chat/text.ts';
import { toolsText } from '../../../renderer/tools/text.ts';
import { uiText } from '../../../renderer/ui/text.ts';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';

const program = path.resolve(import.meta.dirname, '../../support/tool-server.ts');
const question = 'What is the weather in Oslo?';

/** Tools: created, approved, called, answered, rejected. */
export const tools: Scene = async (scene) => {
  const { open, page, connect } = scene;
  await open({ dialogs: { isYes: [true] } });
  await connect();
  await goTo(page(), 'Tools');
  await editTools(scene);
  await runServers(scene);
  await goTo(page(), 'Chat');
  await callTools(scene);
};

async function editTools({ page, shoot, button, leave }: SceneContext): Promise<void> {
  await button(toolsText.tools.create).click();
  const editor = page().getByRole('dialog', { name: toolsText.tools.create });
  await editor.waitFor();
  await shoot('tool-new', 'in both sizes');
  await editor.getByRole('button', { name: uiText.save }).click();
  await editor.getByRole('textbox', { name: toolsText.editor.parameters.label }).fill('{"type": "object"');
  await shoot('tool-ask-wrong', 'in both sizes');
  await editor.getByRole('textbox', { name: toolsText.editor.name.label }).fill('find weather');
  await editor.getByRole('textbox', { name: toolsText.editor.description.label }).fill('Finds the weather of a town');
  await editor
    .getByRole('textbox', { name: toolsText.editor.parameters.label })
    .fill('{"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]}');
  await editor.getByRole('radio', { name: toolsText.editor.action.kinds.http }).click();
  await editor.getByRole('textbox', { name: toolsText.editor.http.url.label }).fill('https://{{town}}.example.org/');
  await editor.getByRole('textbox', { name: toolsText.editor.http.url.label }).scrollIntoViewIfNeeded();
  await shoot('tool-http-wrong', 'in both sizes');
  await editor.getByRole('radio', { name: toolsText.editor.action.kinds.command }).click();
  await editor.getByRole('textbox', { name: toolsText.editor.argv.label }).fill('weather\n--town\n{{town}}');
  await editor.getByRole('textbox', { name: toolsText.editor.argv.label }).scrollIntoViewIfNeeded();
  await shoot('tool-command-wrong');
  await editor.getByRole('radio', { name: toolsText.editor.action.kinds.mcp }).click();
  await shoot('tool-mcp-no-server');
  await leave();
}

async function runServers({ window, page, shoot, button, key, leave }: SceneContext): Promise<void> {
  const { core } = window();
  await saveTool(core, weatherTool({ binding: { kind: 'command', argv: ['weather', '--town', '{{place}}'] } }));
  await saveTool(
    core,
    weatherTool({
      name: 'weather_online',
      binding: { kind: 'http', method: 'GET', url: 'http://127.0.0.1:8080/{{place}}', headers: [], body: null },
    }),
  );
  await saveTool(core, weatherTool({ name: 'ask_ada', description: 'Asks Ada, who knows', isEnabled: false }));
  await goTo(page(), 'Tools');
  await button(toolsText.servers.create).click();
  const editor = page().getByRole('dialog', { name: toolsText.serverEditor.title });
  await editor.getByRole('button', { name: uiText.save }).click();
  await shoot('server-wrong', 'in both sizes');
  await editor.getByRole('radio', { name: toolsText.serverEditor.kind.kinds.http }).click();
  await editor.getByRole('textbox', { name: toolsText.editor.http.url.label }).fill('lab.local');
  await shoot('server-address-wrong');
  await editor.getByRole('radio', { name: toolsText.serverEditor.kind.kinds.stdio }).click();
  await editor.getByRole('textbox', { name: toolsText.editor.name.label }).fill('Lab');
  await editor.getByRole('textbox', { name: toolsText.editor.argv.label }).fill(`${process.execPath}\n${program}\n`);
  await editor.getByRole('button', { name: uiText.save }).click();
  await serverRow(page(), 'Lab').getByRole('button', { name: toolsText.approve }).waitFor();
  const free = await freePort();
  const away = { name: 'Away', transport: { kind: 'http', url: `http://127.0.0.1:${free}/mcp` }, isEnabled: true } as const;
  must(await core.handlers['tools.putServer']({ id: null, server: away }, context));
  await serverRow(page(), 'Away')
    .getByText(describeFailure(failure('web-host-local', { host: '127.0.0.1' })).remedy)
    .waitFor();
  await shoot('tools-to-approve', 'in both sizes');
  await page().getByRole('textbox', { name: toolsText.hosts.field }).fill('http://127.0.0.1/');
  await page().getByText(toolsText.hosts.invalid).waitFor();
  await shoot('hosts-wrong');
  await page().getByRole('textbox', { name: toolsText.hosts.field }).fill(`127.0.0.1:${free}`);
  await key('Enter');
  await shoot('hosts-asking');
  await allowTypedHost(page(), `127.0.0.1:${free}`);
  await serverRow(page(), 'Away')
    .getByText(describeFailure(failure('web-connection-refused', { host: `127.0.0.1:${free}` })).message)
    .waitFor();
  await serverRow(page(), 'Lab').getByRole('button', { name: toolsText.approve }).click();
  await serverRow(page(), 'Lab').getByText('Connected').waitFor();
  await shoot('servers', 'in both sizes');
  await button(toolsText.tools.create).click();
  const tool = page().getByRole('dialog', { name: toolsText.tools.create });
  await tool.getByRole('radio', { name: toolsText.editor.action.kinds.mcp }).click();
  await tool.getByRole('combobox', { name: toolsText.editor.mcp.server.label }).click();
  await page().getByRole('option', { name: 'Lab' }).click();
  await tool.getByRole('combobox', { name: toolsText.editor.mcp.tool.label }).click();
  await page().getByRole('option', { name: /^add/ }).waitFor();
  await shoot('tool-mcp-choosing');
  await page().getByRole('option', { name: /^add/ }).click();
  await shoot('tool-mcp');
  await leave();
  await serverRow(page(), 'Lab')
    .getByRole('button', { name: toolsText.servers.addTools(8) })
    .click();
  await page().getByText(toolsText.tools.added(8)).waitFor();
  await shoot('tools-added');
  await dismissMessages(page());
  const panel = await (async () => {
    await goTo(page(), 'Chat');
    return openParameters(page());
  })();
  await panel.getByRole('group', { name: 'Tools' }).scrollIntoViewIfNeeded();
  await shoot('parameters-tools', 'in both sizes');
  await key('Escape');
}

async function callTools({ window, page, shoot, button, service }: SceneContext): Promise<void> {
  const { core } = window();
  const { tools } = must(await core.handlers['tools.read'](undefined, context));
  for (const { id } of tools) must(await core.handlers['tools.remove']({ id }, context));
  const place = { type: 'string', pattern: '^[A-Z][a-z]+$' };
  await saveTool(core, weatherTool({ parameters: { type: 'object', properties: { place }, required: ['place'] } }));
  await offerTool(page(), 'find_weather');
  await send(page(), question);
  const form = pendingCall(page(), 'find_weather');
  await form.waitFor();
  await shoot('call-waiting', 'in both sizes');
  await form.getByRole('textbox', { name: chatText.toolCall.result }).fill('{"sky": "clear", "degrees": 4}');
  await button(chatText.toolCall.sendResult).click();
  await waitForAnswer(page());
  await shoot('call-answered', 'in both sizes');
  const result = messagesOf(page(), chatText.toolResult.resultOf('find_weather')).last();
  await result.hover();
  await result.getByRole('button', { name: chatText.toolResult.edit }).click();
  await page().getByRole('form', { name: chatText.toolResult.edit }).waitFor();
  await shoot('result-editing', 'in both sizes');
  await page().getByRole('form', { name: chatText.toolResult.edit }).getByRole('textbox').fill('rain');
  await page().getByRole('form', { name: chatText.toolResult.edit }).getByRole('button', { name: chatText.toolResult.send }).click();
  await page().getByRole('form', { name: chatText.toolResult.edit }).waitFor({ state: 'hidden' });
  await waitForAnswer(page());
  await shoot('result-edited');
  await startConversation(page());
  await offerTool(page(), 'find_weather');
  await send(page(), 'What is the weather in Oslo and in Bergen?');
  await form.nth(1).waitFor();
  await shoot('calls-two', 'in both sizes');
  await form.first().getByRole('button', { name: chatText.toolCall.decline }).click();
  await form.nth(1).waitFor({ state: 'hidden' });
  await form.first().getByRole('button', { name: chatText.toolCall.decline }).click();
  await waitForAnswer(page());
  await shoot('calls-declined');
  service.demo.fault({ kind: 'broken-arguments', count: 'once' });
  await startConversation(page());
  await offerTool(page(), 'find_weather');
  await send(page(), question);
  await waitForAnswer(page());
  await shoot('call-broken-arguments', 'in both sizes');
  await saveTool(
    core,
    weatherTool({
      name: 'weather_online',
      binding: { kind: 'http', method: 'GET', url: 'http://127.0.0.1:8080/{{place}}', headers: [], body: null },
    }),
  );
  await startConversation(page());
  await offerTool(page(), 'weather_online');
  await send(page(), question);
  const http = pendingCall(page(), 'weather_online');
  await http.waitFor();
  await shoot('call-http-waiting');
  await http.getByRole('button', { name: chatText.toolCall.run }).click();
  await waitForAnswer(page());
  await shoot('call-refused');
}
