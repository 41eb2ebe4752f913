import { randomUUID } from 'node:crypto';
import type { AnswerPart, ToolCall } from '../../../contract/answer.ts';
import { failure } from '../../../contract/failures/fail.ts';
import { parseJson, readArray, readObject, readString, type JsonObject } from '../../../contract/json.ts';
import { createUniqueIds } from '../../shared/unique-ids.ts';
import type { ExportedMessage } from '../export/export-format.ts';
import { historyText } from '../text.ts';
import { importedAnswer } from './imported-answer.ts';
import { readAnswerContent, readAnswerOutput, type AnswerItem } from './open-webui-items.ts';

/** Where a message is in the tree. */
export type MessagePosition = Pick<ExportedMessage, 'id' | 'parentId' | 'createdAt'>;

/** An answer up to its tool calls, and their results. */
interface Round {
  readonly parts: AnswerPart[];
  readonly results: { readonly call: ToolCall; readonly text: string }[];
}

/**
 * Reads an answer as our own tree has it: calls, their results, and the answer that follows them, each a message of its own. The last one
 * is an answer and has the id of the imported message, to which others refer.
 */
export function readAnswer(position: MessagePosition, message: JsonObject): readonly ExportedMessage[] {
  const output = readAnswerOutput(readArray(message['output']));
  const rounds = toRounds(output.length > 0 ? output : readAnswerContent(readString(message['content'])));
  const model = readString(message['model']) || readString(message['modelName']);
  const messages: ExportedMessage[] = [];
  const next = (): MessagePosition => ({ ...position, id: randomUUID(), parentId: messages.at(-1)?.id ?? position.parentId });
  for (const { parts, results } of rounds.slice(0, -1)) {
    messages.push(importedAnswer(next(), model, parts, []));
    for (const { call, text } of results) {
      messages.push({ ...next(), role: 'tool', callId: call.id, name: call.name, text, isError: false, by: 'import' });
    }
  }
  return [...messages, readEnd({ ...next(), id: position.id }, model, rounds.at(-1)?.parts ?? [], message)];
}

function readEnd(position: MessagePosition, model: string, parts: readonly AnswerPart[], message: JsonObject): ExportedMessage {
  const error = readObject(message['error']);
  const hasFiles = readArray(message['files']).length > 0;
  const notes = [
    ...(hasFiles ? [historyText.import.filesNotImported] : []),
    ...(parts.length === 0 && !hasFiles && !error ? [historyText.import.emptyAnswer] : []),
  ];
  const answer = importedAnswer(position, model, parts, notes);
  if (!error) return answer;
  const reported = readString(error['content']) || readString(error['message']) || null;
  return { ...answer, state: 'failed', failure: failure('imported-answer-failed', { message: reported }) };
}

/** Begins a round after each result. The last one has no results. */
function toRounds(items: readonly AnswerItem[]): readonly Round[] {
  let round: Round = { parts: [], results: [] };
  const rounds = [round];
  /** The calls without a result, by their ids in the file, which may be empty or repeated. */
  const open = new Map<string, { readonly call: ToolCall; readonly round: Round; readonly at: number }>();
  const freeId = createUniqueIds();
  const begin = (): void => {
    round = { parts: [], results: [] };
    rounds.push(round);
  };
  const push = (part: AnswerPart): void => {
    if (round.results.length > 0) begin();
    round.parts.push(part);
  };
  for (const item of items) {
    if (item.kind === 'tool-call') {
      const call: ToolCall = { ...item, id: freeId(item.id || 'call'), state: 'unfinished' };
      push(call);
      open.set(item.id, { call, round, at: round.parts.length - 1 });
    } else if (item.kind === 'result') {
      const answered = open.get(item.callId);
      if (answered) {
        const { call, round: its, at } = answered;
        const isValid = readObject(parseJson(call.arguments || '{}')) !== undefined;
        its.parts[at] = { ...call, state: isValid ? 'valid' : 'invalid-arguments' };
        its.results.push({ call, text: item.text });
        open.delete(item.callId);
      } else push({ kind: 'notice', text: `${historyText.import.tool}: ${item.text}` });
    } else push(item);
  }
  if (round.results.length > 0) begin();
  return rounds;
}
