import { exportFormatName, exportFormatVersion, type ExportedConversation, type ExportedMessage } from './export-format.ts';
import type { ExportWriter } from './export-writer.ts';

/** Everything, one message a line, so that neither we nor a reader ever need the whole file in memory. */
export const jsonWriter: ExportWriter = {
  takes: 'tree',
  begin: (now) =>
    `{"format":${JSON.stringify(exportFormatName)},"version":${exportFormatVersion},"exportedAt":${JSON.stringify(new Date(now).toISOString())},"conversations":[`,
  conversation: (conversation, leafId, isFirst) => {
    const head: Omit<ExportedConversation, 'messages'> = { ...conversation, leafId };
    return `${isFirst ? '' : ','}\n${JSON.stringify(head).slice(0, -1)},"messages":[`;
  },
  message: (stored, request, isFirst) => {
    const { conversationId: _, siblings: __, ...message } = stored;
    const portable: ExportedMessage = message.role === 'assistant' ? { ...message, request } : message;
    return `${isFirst ? '' : ','}\n${JSON.stringify(portable)}`;
  },
  endConversation: () => ']}',
  end: () => ']}\n',
};
