import { historyText } from '../text.ts';
import { plainConversationSettings } from '../../../contract/constants.ts';
import { readArray, readObject, readString, type JsonObject } from '../../../contract/json.ts';
import type { Attachment } from '../../../contract/history.ts';
import type { ExportedConversation, ExportedMessage } from '../export/export-format.ts';
import { parseTime } from './imported-answer.ts';
import { readAnswer, type MessagePosition } from './open-webui-answer.ts';

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
