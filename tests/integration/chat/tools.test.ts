import { expect, test, vi } from 'vitest';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import type { StoredMessage } from '../../../electron/contract/history.ts';
import { lastBody } from '../conformance/rig.ts';
import { offeredTool, openTestChat, textOf, workingTools, waitingTurn } from './chat-fixture.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { must } from '../../support/must.ts';
import { toolResultTexts } from '../../../electron/core/chat/text.ts';
import { noteTexts } from '../../../electron/core/llm-client/text.ts';

const settings = { model: 'gamma-oss-120b', toolIds: ['weather'] };

/** Formats the branch: roles and texts. */
function short(messages: readonly StoredMessage[]): readonly string[] {
  return messages.map((message) => {
    if (message.role === 'user') return `user ${message.text}`;
    if (message.role === 'tool') return `tool ${message.by} ${message.isError ? 'error ' : ''}${message.text}`;
    const calls = message.answer.parts.flatMap((part) => (part.kind === 'tool-call' ? [`${part.name}(${part.arguments})`] : []));
    return `answer ${calls.join(' ')}`.trim();
  });
}

test('runs calls in parallel and saves their results in the order of the calls', async () => {
  const second = Promise.withResolvers<undefined>();
  const talk = await openTestChat({
    tools: {
      offered: [offeredTool('weather')],
      run: async (_id, args) => {
        // the first can only end after the second has begun
        if (args.includes('Rome')) second.resolve(undefined);
        else await second.promise;
        return { text: `fine for ${args}`, isError: false, by: 'http' };
      },
    },
  });
  const begun = await talk.send('What is the weather in Paris and in Rome?', { settings });
  const messages = await talk.settled(begun.conversationId);
  expect(short(messages)).toEqual([
    'user What is the weather in Paris and in Rome?',
    'answer weather({"city":"Paris"}) weather({"city":"Rome"})',
    'tool http fine for {"city":"Paris"}',
    'tool http fine for {"city":"Rome"}',
    'answer',
  ]);
  expect(messages.map(({ parentId }) => parentId)).toEqual([null, ...messages.slice(0, -1).map(({ id }) => id)]);
  expect(textOf(await talk.answer(begun))).toContain('fine for {"city":"Rome"}');
  expect(lastBody(talk.rig.demo)['messages']).toMatchObject([{}, { tool_calls: [{}, {}] }, { role: 'tool' }, { role: 'tool' }]);
});

test('waits for the user to run, change, answer or decline a call', async () => {
  const { ran, tools } = workingTools([offeredTool('weather', { runsByItself: false })]);
  const checkArguments = (_id: string, args: string) => (args.includes('city') ? undefined : 'The property city is missing.');
  const talk = await openTestChat({ tools: { ...tools, checkArguments } });
  const begun = await talk.send('What is the weather in Paris, in Rome and in Oslo?', { settings });
  const { waiting, messageId } = await waitingTurn(talk);
  expect(waiting).toMatchObject([{ name: 'weather', binding: 'http', arguments: '{"city":"Paris"}' }, {}, {}]);
  expect(ran).toEqual([]);
  const [paris = '', rome = '', oslo = ''] = waiting.map(({ callId }) => callId);
  expect(await talk.chat.decideCall(messageId, rome, { kind: 'run', arguments: '{}' })).toMatchObject({
    failure: { reason: 'tool-arguments-invalid', params: { problem: 'The property city is missing.' } },
  });
  must(await talk.chat.decideCall(messageId, rome, { kind: 'run', arguments: '{"city":"Roma"}' }));
  must(await talk.chat.decideCall(messageId, oslo, { kind: 'decline' }));
  expect(talk.chat.turns()).toMatchObject([{ state: 'waiting-for-user', waiting: [{ callId: paris }] }]);
  must(await talk.chat.decideCall(messageId, paris, { kind: 'result', text: 'rain' }));
  expect(short(await talk.settled(begun.conversationId)).slice(2)).toEqual([
    'tool user rain',
    `tool http ${toolResultTexts.otherArguments('{"city":"Roma"}', 'fine')}`,
    `tool user error ${toolResultTexts.declined}`,
    'answer',
  ]);
  expect(ran).toEqual(['{"city":"Roma"}']);
  expect(await talk.chat.decideCall(messageId, paris, { kind: 'decline' })).toMatchObject({
    failure: { code: 'invalid-input', reason: 'tool-call-has-result' },
  });
});

test('never runs a tool that asks the user, even if it is marked to run by itself', async () => {
  const talk = await openTestChat({ tools: { offered: [offeredTool('weather', { binding: 'ask' })] } });
  const begun = await talk.send('What is the weather in Paris?', { settings });
  const { waiting, messageId } = await waitingTurn(talk);
  const callId = waiting[0]?.callId ?? '';
  expect(await talk.chat.decideCall(messageId, callId, { kind: 'run' })).toMatchObject({
    failure: { reason: 'tool-result-from-user', params: { tool: 'weather' } },
  });
  must(await talk.chat.decideCall(messageId, callId, { kind: 'result', text: 'snow' }));
  expect(textOf(await talk.answer(begun))).toContain('snow');
});

test('reports a call that can’t be run to the model, which answers', async () => {
  const talk = await openTestChat({ tools: { offered: [offeredTool('weather')] } });
  talk.rig.demo.fault('broken-arguments');
  const broken = await talk.send('What is the weather in Paris?', { settings });
  expect(short(await talk.settled(broken.conversationId)).slice(1)).toEqual([
    'answer weather({"city":"Paris")',
    `tool causeway error ${toolResultTexts.notAnObject('{"city":"Paris"')}`,
    'answer',
  ]);
  talk.rig.demo.clearFaults();
  talk.rig.demo.fault('unoffered-tool');
  const unknown = await talk.send('What is the weather in Paris?', { settings });
  expect(short(await talk.settled(unknown.conversationId))[2]).toBe(
    `tool causeway error ${toolResultTexts.unknownTool('not_offered', ['weather'])}`,
  );
});

test('reports arguments that don’t match the schema to the model and runs nothing', async () => {
  const talk = await openTestChat({ tools: { offered: [offeredTool('weather')], checkArguments: () => 'city must be a postcode' } });
  const begun = await talk.send('What is the weather in Paris?', { settings });
  expect(short(await talk.settled(begun.conversationId))[2]).toBe('tool causeway error city must be a postcode');
});

test('stops a model after ten rounds of calls, with a reason', async () => {
  let runs = 0;
  const run = async () => ({ text: String((runs += 1)), isError: false, by: 'http' }) as const;
  const talk = await openTestChat({ forgets: true, tools: { offered: [offeredTool('weather')], run } });
  const answer = await talk.answer(await talk.send('What is the weather in Paris?', { settings }));
  expect(answer).toMatchObject({ state: 'failed', answer: { finish: 'tool-calls' } });
  expect(answer.failure).toEqual({ code: 'answer-cut', reason: 'too-many-tool-rounds', params: { rounds: 10 } });
  expect(runs).toBe(10);
  expect(talk.rig.demo.requests()).toHaveLength(11);
});

test('ends the turn when it is stopped during a pending call, and resumes with a later decision', async () => {
  const talk = await openTestChat(workingTools([offeredTool('weather', { runsByItself: false })]));
  const begun = await talk.send('What is the weather in Paris and in Rome?', { settings });
  const { waiting, messageId } = await waitingTurn(talk);
  const [paris = '', rome = ''] = waiting.map(({ callId }) => callId);
  must(await talk.chat.decideCall(messageId, paris, { kind: 'run' }));
  await vi.waitFor(() => expect(talk.emitted['chat.message']?.filter(({ role }) => role === 'tool')).toHaveLength(1), waitOptions);
  await talk.chat.stop(begun.conversationId);
  expect(talk.chat.turns()).toEqual([]);
  expect(short(await talk.settled(begun.conversationId))).toHaveLength(3);
  expect(await talk.chat.decideCall(messageId, paris, { kind: 'run' })).toMatchObject({ failure: { code: 'invalid-input' } });
  must(await talk.chat.decideCall(messageId, rome, { kind: 'result', text: 'hot' }));
  expect(short(await talk.settled(begun.conversationId)).slice(2)).toEqual(['tool http fine', 'tool user hot', 'answer']);
});

test('runs one call for one decision, even if an older answer has an id twice', async () => {
  const { ran, tools } = workingTools([offeredTool('weather', { runsByItself: false })]);
  const talk = await openTestChat({ tools });
  const { id: conversationId } = must(
    await talk.history.begin({ kind: 'chat', title: 'Twice', settings: { ...plainConversationSettings, ...settings } }),
  );
  const question = must(await talk.history.add({ conversationId, parentId: null, role: 'user', text: 'Both?', attachments: [] }));
  const { model } = settings;
  const answer = must(await talk.history.add({ conversationId, parentId: question.id, role: 'assistant', model, mode: null }));
  const call = (city: string) =>
    ({ kind: 'tool-call', id: 'same', name: 'weather', arguments: `{"city":"${city}"}`, state: 'valid' }) as const;
  const timings = { firstTokenMs: null, totalMs: 0, tokensPerSecond: null, rateFrom: null };
  const parts = [call('Paris'), call('Rome')];
  const whole = { parts, finish: 'tool-calls', usage: null, metrics: null, logprobs: null, timings, notes: [] } as const;
  must(
    await talk.history.finish({
      messageId: answer.id,
      end: { answer: whole, failure: null, mode: null, request: null, state: 'complete' },
    }),
  );

  must(await talk.chat.decideCall(answer.id, 'same', { kind: 'run' }));
  expect(await waitingTurn(talk)).toMatchObject({ waiting: [{ arguments: '{"city":"Rome"}' }] });
  expect(ran).toEqual(['{"city":"Paris"}']);
});

test('sends a turn after calls that never ran in a form the engine accepts', async () => {
  const talk = await openTestChat({ tools: { offered: [offeredTool('weather', { binding: 'ask' })] } });
  const begun = await talk.send('What is the weather in Paris?', { settings });
  const { messageId } = await waitingTurn(talk);
  await talk.chat.stop(begun.conversationId);
  const { conversationId } = begun;
  await talk.answer(await talk.send('Never mind', { conversationId, parentId: messageId, settings }));
  expect(lastBody(talk.rig.demo)['messages']).toMatchObject([
    { role: 'user' },
    { tool_calls: [{}] },
    { role: 'tool', content: toolResultTexts.notRun },
    { role: 'user', content: 'Never mind' },
  ]);
});

test('ends a running tool when the turn is stopped, without saving a result', async () => {
  const seen = Promise.withResolvers<AbortSignal>();
  const talk = await openTestChat({
    tools: {
      offered: [offeredTool('weather')],
      run: (_id, _args, signal) => {
        seen.resolve(signal);
        return new Promise(() => undefined); // a tool that ignores the abort must not delay the stop
      },
    },
  });
  const begun = await talk.send('What is the weather in Paris?', { settings });
  const signal = await seen.promise;
  await talk.chat.stop(begun.conversationId);
  expect(signal.aborted).toBe(true);
  expect(short(await talk.settled(begun.conversationId))).toHaveLength(2);
});

test('adds an edited result beside the old one, copies the later ones, and gets a new answer', async () => {
  const talk = await openTestChat({
    tools: { offered: [offeredTool('weather')], run: async (_id, args) => ({ text: `fine ${args}`, isError: false, by: 'http' }) },
  });
  const begun = await talk.send('What is the weather in Paris and in Rome?', { settings });
  const before = await talk.settled(begun.conversationId);
  const paris = before[2]?.id ?? '';
  must(await talk.chat.editResult(paris, 'storm'));
  const after = await talk.settled(begun.conversationId);
  expect(short(after).slice(2)).toEqual(['tool user storm', 'tool http fine {"city":"Rome"}', 'answer']);
  expect(after[2]?.siblings).toEqual([paris, after[2]?.id]);
  expect(textOf(await talk.answer(begun))).toContain('storm');
  expect(must(await talk.history.path(before.at(-1)?.id ?? ''))).toHaveLength(5);
});

test('requires a tool only in the first round', async () => {
  const talk = await openTestChat(workingTools([offeredTool('weather')]));
  const begun = await talk.send('Hello in Paris', { settings: { ...settings, parameters: { toolChoice: 'required' } } });
  expect(await talk.answer(begun)).toMatchObject({ state: 'complete' });
  const bodies = talk.rig.demo.requests().map(({ body }) => (body as { tool_choice?: unknown }).tool_choice);
  expect(bodies).toEqual(['required', undefined]);
});

test('leaves out tools for a model without tool support, with a note', async () => {
  const talk = await openTestChat({ tools: { offered: [offeredTool('weather')] } });
  const answer = await talk.answer(await talk.send('What is the weather in Paris?', { settings: { ...settings, model: 'alpha-R1' } }));
  expect(answer).toMatchObject({ state: 'complete', answer: { notes: [noteTexts.modelTools('tools', 'alpha-R1')] } });
});
