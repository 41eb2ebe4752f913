import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import type { Turn } from '../../../electron/contract/chat-turn.ts';
import type { StoredMessage } from '../../../electron/contract/history.ts';
import type { RouteInput } from '../../../electron/contract/routes.ts';
import type { ToolDraft } from '../../../electron/contract/tool.ts';
import type { Core } from '../../../electron/core/create-core.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startTestCore } from '../../support/test-core.ts';
import { must } from '../../support/must.ts';
import { context } from '../../support/call-context.ts';

function draft(name: string, binding: ToolDraft['binding']): ToolDraft {
  const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false };
  return { name, description: `Gives the ${name} of a city.`, parameters, binding, isEnabled: true, runsByItself: true };
}

function turn(text: string, core: Core): RouteInput<'chat.send'> {
  const toolIds = core.tools.read().tools.map(({ id }) => id);
  const settings = { ...plainConversationSettings, model: 'gamma-oss-120b', toolIds };
  return { conversationId: randomUUID(), messageId: randomUUID(), parentId: null, text, attachments: [], settings };
}

async function turns(core: Core): Promise<readonly Turn[]> {
  return must(await core.handlers['chat.turns'](undefined, context));
}

async function waitingTurn(core: Core): Promise<Turn> {
  return vi.waitFor(async () => {
    const [turn] = await turns(core);
    if (turn?.state !== 'waiting-for-user') throw new Error('nothing waits yet');
    return turn;
  }, waitOptions);
}

async function branch(core: Core, id: string): Promise<readonly StoredMessage[]> {
  await vi.waitFor(async () => expect(await turns(core)).toEqual([]), waitOptions);
  return must(await core.handlers['history.open']({ id, at: null, limit: 50 }, context)).messages;
}

/** Starts a server that reports the weather. */
async function weatherServer(): Promise<string> {
  const server = createServer((request, response) => response.end(`sunny at ${request.url ?? ''}`)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('answers with the results of a web tool and of the user', async () => {
  const core = await startTestCore(await temporaryFolder());
  const host = await weatherServer();
  must(await core.tools.allowHost(host, true));
  const url = `http://${host}/{{city}}`;
  must(
    await core.handlers['tools.put'](
      { id: null, tool: draft('weather', { kind: 'http', method: 'GET', url, headers: [], body: null }) },
      context,
    ),
  );
  must(await core.handlers['tools.put']({ id: null, tool: draft('mayor', { kind: 'ask' }) }, context));
  const begun = must(await core.handlers['chat.send'](turn('What is the weather in Oslo and who is the mayor of Oslo?', core), context));
  const { waiting, messageId } = await waitingTurn(core);
  expect(waiting).toMatchObject([{ name: 'mayor', binding: 'ask' }]);
  const callId = waiting[0]?.callId ?? '';
  must(await core.handlers['chat.decideCall']({ messageId, callId, decision: { kind: 'result', text: 'Anne' } }, context));
  const messages = await branch(core, begun.conversationId);
  expect(messages.filter(({ role }) => role === 'tool')).toMatchObject([
    { name: 'weather', by: 'http', isError: false },
    { name: 'mayor', by: 'user', text: 'Anne' },
  ]);
  expect(JSON.stringify(messages.at(-1))).toContain('sunny at /Oslo');
  expect(messages.at(-1)).toMatchObject({ role: 'assistant', state: 'complete' });
});

test('accepts a decision on a pending call after a restart', async () => {
  const folder = await temporaryFolder();
  const first = await startTestCore(folder);
  must(await first.handlers['tools.put']({ id: null, tool: draft('mayor', { kind: 'ask' }) }, context));
  const begun = must(await first.handlers['chat.send'](turn('Who is the mayor of Oslo and of Rome?', first), context));
  const { waiting, messageId } = await waitingTurn(first);
  const [oslo = '', rome = ''] = waiting.map(({ callId }) => callId);
  must(await first.handlers['chat.decideCall']({ messageId, callId: oslo, decision: { kind: 'result', text: 'Anne' } }, context));
  await vi.waitFor(
    async () => expect(must(await first.history.newer({ id: begun.conversationId, after: messageId, limit: 9 })).messages).toHaveLength(1),
    waitOptions,
  );
  await first.dispose();

  const second = await startTestCore(folder);
  expect((await branch(second, begun.conversationId)).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  must(await second.handlers['chat.decideCall']({ messageId, callId: rome, decision: { kind: 'result', text: 'Roberto' } }, context));
  const messages = await branch(second, begun.conversationId);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant']);
  expect(JSON.stringify(messages.at(-1))).toMatch(/Anne.*Roberto/s);
});
