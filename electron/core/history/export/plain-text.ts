import type { AnswerPart } from '../../../contract/answer.ts';
import type { StoredMessage } from '../../../contract/history.ts';
import { historyText } from '../text.ts';
import type { ExportWriter } from './export-writer.ts';

const text = historyText.export;

/** Writes the branch in use as plain text: a Notebook text as it is, a chat under the names of the speakers. */
export const plainTextWriter: ExportWriter = {
  takes: 'branch',
  begin: () => '',
  conversation: (_conversation, _leaf, isFirst) => (isFirst ? '' : '\n\n'),
  message: (message, _request, isFirst) => `${isFirst ? '' : '\n\n'}${speaker(message)}:\n${content(message)}`,
  notebook: ({ text }) => text,
  endConversation: () => '\n',
  end: () => '',
};

function speaker(message: StoredMessage): string {
  switch (message.role) {
    case 'user':
      return text.you;
    case 'assistant':
      return message.model || text.answer;
    case 'tool':
      return text.toolResult(message.name);
  }
}

function content(message: StoredMessage): string {
  if (message.role === 'assistant') return message.answer.parts.flatMap(partText).join('\n\n');
  if (message.role === 'tool') return message.text;
  return [message.text, ...message.attachments.map(({ name, text: file }) => `${name}:\n${file}`)]
    .filter((each) => each !== '')
    .join('\n\n');
}

/** Reasoning is left out, as in an answer that is copied. */
function partText(part: AnswerPart): readonly string[] {
  if (part.kind === 'reasoning') return [];
  return [part.kind === 'tool-call' ? `${text.toolCall(part.name)} ${part.arguments}` : part.text];
}
