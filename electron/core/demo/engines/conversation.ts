import { messageText, type Message } from './requests.ts';

/** A tool result with its call. */
export interface ToolResult {
  readonly name: string;
  readonly arguments: string;
  readonly text: string;
}

/** A conversation as the engines see it. */
export interface Conversation {
  readonly system: string;
  readonly question: string;
  /** Earlier user messages, oldest first. */
  readonly earlier: readonly string[];
  /** The last answer, or an empty string. */
  readonly lastAnswer: string;
  /** 1 for the first answer. */
  readonly turn: number;
  /** Results after the last message that isn't one, which need an answer. */
  readonly toolResults: readonly ToolResult[];
}

/** Parses a list of messages. */
export function readConversation(messages: readonly Message[]): Conversation {
  const userTexts = messages.filter((message) => message.role === 'user').map(messageText);
  const system = messages.filter((message) => message.role === 'system' || message.role === 'developer').map(messageText);
  const answers = messages.filter((message) => message.role === 'assistant' && messageText(message).trim() !== '').length;
  return {
    system: system.join('\n').trim(),
    question: (userTexts.at(-1) ?? '').trim(),
    earlier: userTexts.slice(0, -1),
    lastAnswer: messageText(messages.findLast((message) => message.role === 'assistant') ?? { role: 'assistant' }),
    turn: answers + 1,
    toolResults: pendingResults(messages),
  };
}

function pendingResults(messages: readonly Message[]): readonly ToolResult[] {
  const first = messages.findLastIndex((message) => message.role !== 'tool') + 1;
  const calls = messages.flatMap((message) => message.tool_calls ?? []);
  return messages.slice(first).map((message) => {
    const call = calls.find((candidate) => candidate.id === message.tool_call_id)?.function;
    return { name: call?.name ?? 'tool', arguments: call?.arguments ?? '', text: messageText(message) };
  });
}
