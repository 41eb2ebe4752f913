import { historyText } from '../text.ts';
import { failure } from '../../../contract/failures/fail.ts';
import { plainConversationSettings } from '../../../contract/constants.ts';
import { readArray, readObject, readString, type JsonObject } from '../../../contract/json.ts';
import type { AnswerPart } from '../../../contract/answer.ts';
import type { Attachment } from '../../../contract/history.ts';
import type { ExportedConversation, ExportedMessage } from '../export/export-format.ts';
import { importedAnswer, parseTime } from './imported-answer.ts';

/** Reads a chat of Open WebUI's JSON export. `chat.history` is its tree; older exports have only a list, some beside an empty tree. */
export function readOpenWebUi(exported: JsonObject, now: number): ExportedConversation {
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

  const messages: ExportedMessage[] = [];
  for (const [key, value] of entries) {
    const message = readObject(value);
    if (!message || steppedOver.has(key)) continue;
    const parentId = kept(readString(message['parentId']) || null);
    const position = { id: key, parentId, createdAt: parseTime(message['timestamp']) ?? createdAt };
    messages.push(message['role'] === 'user' ? readQuestion(position, message) : readAnswer(position, message));
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

type MessagePosition = Pick<ExportedMessage, 'id' | 'parentId' | 'createdAt'>;

function readQuestion(place: MessagePosition, message: JsonObject): ExportedMessage {
  const attachments: Attachment[] = [];
  const left: string[] = [];
  for (const item of readArray(message['files'])) {
    const file = readObject(item) ?? {};
    const inner = readObject(file['file']) ?? {};
    const name = readString(file['name']) || readString(inner['filename']) || historyText.import.file;
    const text = readString(readObject(inner['data'])?.['content']);
    if (text !== '' && text.length <= 2_000_000) attachments.push({ name: name.slice(0, 300), language: null, text });
    else left.push(historyText.import.notImportedHere(file['type'] === 'image' ? historyText.import.image : name));
  }
  return { ...place, role: 'user', text: [readString(message['content']), ...left].filter(Boolean).join('\n\n'), attachments };
}

function readAnswer(place: MessagePosition, message: JsonObject): ExportedMessage {
  const error = readObject(message['error']);
  const hasImages = readArray(message['files']).length > 0;
  const answer = importedAnswer(
    place,
    readString(message['model']) || readString(message['modelName']),
    readParts(readString(message['content'])),
    hasImages ? [historyText.import.filesNotImported] : [],
  );
  if (!error) return answer;
  const reported = readString(error['content']) || readString(error['message']) || null;
  return { ...answer, state: 'failed', failure: failure('imported-answer-failed', { message: reported }) };
}

const opening = '<details type="reasoning"';
const closing = '</details>';

/** Turns reasoning, which is in the text as a quoted HTML block, into a part of its own. Takes time in proportion to the text. */
function readParts(content: string): readonly AnswerPart[] {
  const parts: AnswerPart[] = [];
  const push = (kind: 'text' | 'reasoning', text: string): void => {
    if (text.trim() !== '') parts.push({ kind, text: text.trim() });
  };
  let at = 0;
  for (let start = content.indexOf(opening); start >= 0; start = content.indexOf(opening, at)) {
    const inside = content.indexOf('>', start + opening.length) + 1;
    const end = inside > 0 ? content.indexOf(closing, inside) : -1;
    if (end < 0) break;
    push('text', content.slice(at, start));
    push('reasoning', unquoted(content.slice(inside, end)));
    at = end + closing.length;
  }
  push('text', content.slice(at));
  return parts;
}

function unquoted(block: string): string {
  const summary = block.indexOf('</summary>');
  const text = summary < 0 ? block : block.slice(summary + '</summary>'.length);
  const lines = text.trim().startsWith('&gt;') ? unescaped(text) : text;
  return lines
    .split('\n')
    .map((line) => line.replace(/^\s*> ?/, ''))
    .join('\n');
}

function unescaped(text: string): string {
  return text
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(x27|39);/g, "'")
    .replaceAll('&amp;', '&');
}
