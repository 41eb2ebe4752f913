import { fenced } from '../shared/fenced.ts';
import type { ToolCall } from '../../contract/answer.ts';
import type { Message } from '../../contract/conversation.ts';
import type { Attachment, StoredMessage } from '../../contract/history.ts';

/** What a model is told of a call that never came to a result. */
const notRun = 'This call was not run.';

/** A branch as it is sent: the system prompt, then every message, each call with a result. */
export function buildMessages(path: readonly StoredMessage[], systemPrompt: string): readonly Message[] {
  const messages: Message[] = systemPrompt.trim() === '' ? [] : [{ role: 'system', text: systemPrompt }];
  let unanswered: readonly ToolCall[] = [];

  // engines refuse a history in which a call has no result
  const settle = (): void => {
    for (const call of unanswered) messages.push({ role: 'tool', callId: call.id, text: notRun });
    unanswered = [];
  };

  for (const message of path) {
    if (message.role === 'tool') {
      const index = unanswered.findIndex((call) => call.id === message.callId);
      unanswered = unanswered.filter((_, at) => at !== index);
      messages.push({ role: 'tool', callId: message.callId, text: message.text });
      continue;
    }
    settle();
    if (message.role === 'user') {
      messages.push({ role: 'user', text: withAttachments(message.text, message.attachments) });
    } else {
      messages.push({ role: 'assistant', parts: message.answer.parts });
      unanswered = message.answer.parts.filter((part) => part.kind === 'tool-call');
    }
  }
  settle();
  return messages;
}

/** The text, and below it each file under its name. */
export function withAttachments(text: string, attachments: readonly Attachment[]): string {
  return [text, ...attachments.map(({ name, language, text: file }) => `${name}:\n${fenced(file, language ?? '')}`)]
    .filter((piece) => piece !== '')
    .join('\n\n');
}
