import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PendingToolCall } from '../../../electron/contract/chat-turn.ts';
import type { CallInput } from '../../../renderer/chat/call-inputs.ts';
import { ChatContext, createChat } from '../../../renderer/chat/chat.ts';
import { chatText } from '../../../renderer/chat/text.ts';
import { ToolApprovalForm } from '../../../renderer/chat/tool-approval-form.tsx';
import { UiProvider } from '../../../renderer/ui/ui-provider.tsx';
import { createFakeSession } from '../fake-session.ts';

const words = chatText.toolCall;

/** Renders the form of a call, and returns which of the labels it shows. */
async function shownLabels(binding: PendingToolCall['binding'], input?: CallInput): Promise<readonly string[]> {
  const { session } = await createFakeSession();
  const chat = createChat(session, () => undefined);
  const address = { conversationId: 'c', messageId: 'a', callId: '1' };
  if (input !== undefined) chat.callInputs.save(address, input);
  const call = { messageId: 'a', callId: '1', name: 'find', arguments: '{}', binding };
  const form = createElement(ToolApprovalForm, { call, conversationId: 'c' });
  const markup = renderToStaticMarkup(createElement(UiProvider, null, createElement(ChatContext, { value: chat }, form)));
  const texts = new Set(markup.split(/<[^>]*>/));
  return [words.arguments, words.result, words.run, words.sendResult, words.runInstead, words.enterInstead].filter((label) =>
    texts.has(label),
  );
}

const run = [words.arguments, words.run, words.enterInstead];
const type = [words.result, words.sendResult];

test.each([
  ['runs a tool', 'http', undefined, run],
  ['takes a typed result instead', 'http', { text: '{}', result: '', isTyping: true }, [...type, words.runInstead]],
  ['takes the result of a tool that can’t run', 'ask', undefined, type],
  ['takes the result of a tool that could run before (catches a dead end)', 'none', { text: '{}', result: '', isTyping: false }, type],
] as const)('%s', async (_, binding, input, labels) => expect(await shownLabels(binding, input)).toEqual(labels));
