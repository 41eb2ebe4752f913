import { historyText } from '../text.ts';
import { plainConversationSettings } from '../../../contract/constants.ts';
import { readArray, readObject, readString, type JsonObject, parseJson } from '../../../contract/json.ts';
import type { Attachment } from '../../../contract/history.ts';
import type { ImportedConversation, ImportedImage, ImportedMessage } from '../export/export-format.ts';
import { parseTime, importedAnswer } from './imported-answer.ts';
import { randomUUID } from 'node:crypto';
import type { AnswerPart, ToolCall } from '../../../contract/answer.ts';
import { failure } from '../../../contract/failures/fail.ts';
import { createUniqueIds } from '../../shared/unique-ids.ts';
import { readAnswerContent, readAnswerOutput, readImage, type AnswerItem } from './open-webui-items.ts';

/** Reads a chat of Open WebUI's JSON export. `chat.history` is its tree; older exports have only a list, some beside an empty tree. */
export function readOpenWebUi(exported: JsonObject, now: number): ImportedConversation {
  const chat = readObject(exported['chat']) ?? exported;
  const history = readObject(chat['history']);
  const tree = Object.entries(readObject(history?.['messages']) ?? {});
  const createdAt = parseTime(exported['created_at']) ?? parseTime(chat['timestamp']) ?? now;
  const entries = tree.length > 0 ? tree : chained(readArray(chat['messages']));
  const parameters = readObject(chat['params']) ?? {};
  let systemPrompt = readString(parameters['system']) || readString(chat['system']);
  /** Messages that are not imported, with the parent that takes their place. */
  const steppedOver = new Map<string, string | null>();
  for (const [key, value] of entries) {
    const message = readObject(value);
    const role = readString(message?.['role']);
    if (role === 'user' || role === 'assistant') continue;
    if (role === 'system') systemPrompt ||= readString(message?.['content']);
    steppedOver.set(key, readString(message?.['parentId']) || null);
  }
  const kept = (id: string | null): string | null => {
    const passed = new Set<string>();
    let at = id;
    while (at !== null && steppedOver.has(at)) {
      passed.add(at);
      const above: string | null = steppedOver.get(at) ?? null;
      at = above !== null && passed.has(above) ? null : above; // a cycle has no root
    }
    for (const each of passed) steppedOver.set(each, at); // so that the next message need not walk there again
    return at;
  };

  const messages: ImportedMessage[] = [];
  for (const [key, value] of entries) {
    const message = readObject(value);
    if (!message || steppedOver.has(key)) continue;
    const parentId = kept(readString(message['parentId']) || null);
    const position = { id: key, parentId, createdAt: parseTime(message['timestamp']) ?? createdAt };
    for (const read of message['role'] === 'user' ? [readQuestion(position, message)] : readAnswer(position, message)) messages.push(read);
  }

  const models = readArray(chat['models']).map(readString);
  const title = readString(exported['title']) || readString(chat['title']);
  return {
    id: readString(exported['id']) || readString(chat['id']),
    kind: 'chat',
    title: title || 'Untitled',
    isNamedByUser: title !== '',
    createdAt,
    updatedAt: parseTime(exported['updated_at']) ?? createdAt,
    folder: null,
    isPinned: exported['pinned'] === true,
    isArchived: exported['archived'] === true,
    trashedAt: null,
    settings: { ...plainConversationSettings, model: models[0] || null, systemPrompt: systemPrompt.slice(0, 200_000) },
    leafId: kept(readString(history?.['currentId']) || null),
    messages,
  };
}

/** Reads a list without parents. Each message follows the one before it. */
function chained(list: readonly unknown[]): readonly (readonly [string, unknown])[] {
  const ids = list.map((item, at) => readString(readObject(item)?.['id']) || `message-${at}`);
  return list.map((item, at) => [ids[at] ?? '', { ...readObject(item), parentId: ids[at - 1] ?? null }] as const);
}

function readQuestion(place: MessagePosition, message: JsonObject): ImportedMessage {
  const attachments: Attachment[] = [];
  const left: string[] = [];
  const images: ImportedImage[] = [];
  for (const item of readArray(message['files'])) {
    const file = readObject(item) ?? {};
    const image = readImage(file);
    if (image) {
      images.push(image);
      continue;
    }
    const inner = readObject(file['file']) ?? {};
    const name = readString(file['name']) || readString(inner['filename']) || historyText.import.file;
    const text = readString(readObject(inner['data'])?.['content']);
    if (text !== '' && text.length <= 2_000_000) attachments.push({ name: name.slice(0, 300), language: null, text });
    else left.push(historyText.import.notImportedHere(file['type'] === 'image' ? historyText.import.image : name));
  }
  return { ...place, role: 'user', text: [readString(message['content']), ...left].filter(Boolean).join('\n\n'), attachments, images };
}

/** Where a message is in the tree. */
type MessagePosition = Pick<ImportedMessage, 'id' | 'parentId' | 'createdAt'>;

/** An answer up to its tool calls, and their results. */
interface Round {
  readonly parts: AnswerPart[];
  readonly results: { readonly call: ToolCall; readonly text: string; readonly images: readonly ImportedImage[] }[];
}

/**
 * Reads an answer as our own tree has it: calls, their results, and the answer that follows them, each a message of its own. The last one
 * is an answer and has the id of the imported message, to which others refer.
 */
function readAnswer(position: MessagePosition, message: JsonObject): readonly ImportedMessage[] {
  const output = readAnswerOutput(readArray(message['output']));
  const rounds = toRounds(output.length > 0 ? output : readAnswerContent(readString(message['content'])));
  const model = readString(message['model']) || readString(message['modelName']);
  const messages: ImportedMessage[] = [];
  const next = (): MessagePosition => ({ ...position, id: randomUUID(), parentId: messages.at(-1)?.id ?? position.parentId });
  for (const { parts, results } of rounds.slice(0, -1)) {
    messages.push(importedAnswer(next(), model, parts, []));
    for (const { call, ...result } of results) {
      messages.push({ ...next(), role: 'tool', callId: call.id, name: call.name, ...result, isError: false, by: 'import' });
    }
  }
  return [...messages, readEnd({ ...next(), id: position.id }, model, rounds.at(-1)?.parts ?? [], message)];
}

function readEnd(position: MessagePosition, model: string, parts: readonly AnswerPart[], message: JsonObject): ImportedMessage {
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
        its.results.push({ call, text: item.text, images: item.images });
        open.delete(item.callId);
      } else {
        const left = item.images.map(() => historyText.import.notImportedHere(historyText.import.image)); // an answer has no images
        push({ kind: 'notice', text: `${historyText.import.tool}: ${[item.text, ...left].join('\n\n')}` });
      }
    } else push(item);
  }
  if (round.results.length > 0) begin();
  return rounds;
}
