import { expect, test, vi } from 'vitest';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import type { StoredMessage } from '../../../electron/contract/history.ts';
import { must } from '../../support/must.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { lastBody } from '../conformance/rig.ts';
import { offeredTool, openTestChat, waitingTurn, workingTools } from './chat-fixture.ts';

const toolTexts = (messages: readonly StoredMessage[]): readonly string[] =>
  messages.flatMap((message) => (message.role === 'tool' ? [message.text] : []));

test('keeps the order of the calls when the first is resumed after the second (catches a tool that runs twice)', async () => {
  const ran: string[] = [];
  const talk = await openTestChat({
    tools: {
      offered: [offeredTool('weather', { runsByItself: false })],
      run: async (_id, args) => {
        ran.push(args);
        return { text: `fine for ${args}`, isError: false, by: 'http' };
      },
    },
  });
  const settings = { model: 'gamma-oss-120b', toolIds: ['weather'] };
  const { conversationId } = await talk.send('What is the weather in Paris, in Rome and in Oslo?', { settings });
  const turn = await waitingTurn(talk, 3);
  const [paris = '', rome = '', oslo = ''] = turn.waiting.map(({ callId }) => callId);
  must(await talk.chat.decideCall(turn.messageId, rome, { kind: 'run' }));
  // saved before any other call has ended
  await vi.waitFor(
    async () => expect(toolTexts(must(await talk.history.open({ id: conversationId, at: null, limit: 50 })).messages)).toHaveLength(1),
    waitOptions,
  );
  await talk.chat.stop(conversationId);

  must(await talk.chat.decideCall(turn.messageId, paris, { kind: 'result', text: 'rain' }));
  await vi.waitFor(() => expect(talk.chat.turns()[0]?.waiting.map(({ callId }) => callId)).toEqual([oslo]), waitOptions);
  must(await talk.chat.decideCall(turn.messageId, oslo, { kind: 'decline' }));
  const messages = await talk.settled(conversationId);
  expect(messages.map(({ parentId }) => parentId)).toEqual([null, ...messages.slice(0, -1).map(({ id }) => id)]);
  expect(messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []))).toEqual([paris, rome, oslo]);
  expect(ran).toEqual(['{"city":"Rome"}']);
  expect(lastBody(talk.rig.demo)['messages']).toMatchObject([
    {},
    {},
    { tool_call_id: paris, content: 'rain' },
    { tool_call_id: rome },
    { tool_call_id: oslo },
  ]);
});

test('resumes a call after hundreds of results (catches tools that run again)', async () => {
  const { ran, tools } = workingTools([offeredTool('weather')]);
  const talk = await openTestChat({ tools });
  const model = 'gamma-oss-120b';
  const settings = { ...plainConversationSettings, model, toolIds: ['weather'] };
  const { id: conversationId } = must(await talk.history.begin({ kind: 'chat', title: 'Many', settings }));
  const question = must(await talk.history.add({ conversationId, parentId: null, role: 'user', text: 'All?', attachments: [] }));
  const { id: messageId } = must(await talk.history.add({ conversationId, parentId: question.id, role: 'assistant', model, mode: null }));
  const parts = Array.from(
    { length: 230 },
    (_, index) => ({ kind: 'tool-call', id: `${index}`, name: 'weather', arguments: `{"city":"${index}"}`, state: 'valid' }) as const,
  );
  const timings = { firstTokenMs: null, totalMs: 0, tokensPerSecond: null, rateFrom: null };
  const answer = { parts, finish: 'tool-calls', usage: null, metrics: null, logprobs: null, timings, notes: [] } as const;
  must(await talk.history.finish({ messageId, end: { answer, failure: null, mode: null, request: null, state: 'complete' } }));
  let parentId = messageId;
  for (const { id: callId, name } of parts.slice(0, -1)) {
    const result = { role: 'tool', callId, name, text: 'before', isError: false, by: 'http' } as const;
    parentId = must(await talk.history.add({ conversationId, parentId, ...result })).id;
  }
  must(await talk.chat.decideCall(messageId, '229', { kind: 'run' }));
  const messages = await talk.settled(conversationId);
  expect(ran).toEqual(['{"city":"229"}']);
  expect(toolTexts(messages)).toEqual([...parts.slice(1).map(() => 'before'), 'fine']);
});
