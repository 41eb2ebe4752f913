import { historyText } from '../text.ts';
import { plainConversationSettings } from '../../../contract/constants.ts';
import { parseJson, readArray, readObject, readString, type JsonObject } from '../../../contract/json.ts';
import type { AnswerPart } from '../../../contract/answer.ts';
import { fenced } from '../../shared/quoting.ts';
import type { ImportedConversation, ImportedImage, ImportedMessage } from '../export/export-format.ts';
import type { FolderFiles } from './folder-files.ts';
import { importedAnswer, parseTime } from './imported-answer.ts';

/** A node of the export. Its message may be absent or hidden. */
interface Node {
  readonly id: string;
  readonly message: JsonObject | undefined;
  readonly children: readonly string[];
}

/** The position of the walk: the current message, and the answer that may still be extended. */
interface Position {
  readonly parent: ImportedMessage | undefined;
  readonly run: OpenRun | undefined;
}

/** The lists of an answer being assembled. They are extended in place, because copying them at each node took minutes. */
interface OpenRun {
  readonly parts: AnswerPart[];
  readonly notes: string[];
}

/**
 * Reads a conversation of ChatGPT's `conversations.json`. Its tree is like ours, with two differences: hidden nodes are skipped, and a
 * sequence of thoughts, calls, results and text without branches becomes one answer.
 */
export function readChatGpt(conversation: JsonObject, now: number, files: FolderFiles): ImportedConversation {
  const nodes = readNodes(conversation);
  const createdAt = parseTime(conversation['create_time']) ?? now;
  const messages = new Map<string, ImportedMessage>();
  const positions = new Map<string, string>();
  let systemPrompt = '';

  const visit = (node: Node, { parent, run }: Position): Position => {
    const { message } = node;
    if (!message) return { parent, run };
    const author = readObject(message['author']);
    const role = readString(author?.['role']);
    const metadata = readObject(message['metadata']) ?? {};
    const position = {
      id: node.id,
      parentId: parent?.id ?? null,
      createdAt: parseTime(message['create_time']) ?? parent?.createdAt ?? createdAt,
    };
    if (role === 'system') {
      systemPrompt ||= readContent(message).text;
      return { parent, run };
    }
    if (metadata['is_visually_hidden_from_conversation'] === true) return { parent, run };
    if (role === 'user') {
      const attached = readArray(metadata['attachments']).map((value) => readObject(value) ?? {});
      const images = findImages(message, attached, files);
      const { text, left } = readContent(message, (id) => images.has(id));
      const names = attached.filter(({ id }) => !images.has(readString(id))).map(({ name }) => readString(name) || historyText.import.file);
      const lines = [...names, ...left].map(historyText.import.notImportedHere);
      const added: ImportedMessage = {
        ...position,
        role: 'user',
        text: [text, ...lines].filter(Boolean).join('\n\n'),
        attachments: [],
        images: [...images.values()],
      };
      return { parent: added, run: undefined };
    }
    if (role !== 'assistant' && role !== 'tool') return { parent, run };
    const { parts, notes } = readPart(message, role, readString(author?.['name']));
    if (parts.length === 0 && notes.length === 0) return { parent, run };
    const model = readString(metadata['model_slug']) || readString(conversation['default_model_slug']);
    if (run && parent?.role === 'assistant') {
      run.parts.push(...parts);
      run.notes.push(...notes.filter((note) => !run.notes.includes(note)));
      return { parent: { ...parent, model: parent.model || model }, run };
    }
    const begun: OpenRun = { parts: [...parts], notes: [...new Set(notes)] };
    return { parent: importedAnswer(position, model, begun.parts, begun.notes), run: begun };
  };

  walk(nodes, (node, position) => {
    const next = visit(node, position);
    if (next.parent) {
      messages.set(next.parent.id, next.parent);
      positions.set(node.id, next.parent.id);
    }
    return { ...next, run: node.children.length === 1 ? next.run : undefined };
  });

  const title = readString(conversation['title']);
  return {
    id: readString(conversation['conversation_id']) || readString(conversation['id']),
    kind: 'chat',
    title: title || 'Untitled',
    isNamedByUser: title !== '',
    createdAt,
    updatedAt: parseTime(conversation['update_time']) ?? createdAt,
    folder: null,
    isPinned: false,
    isArchived: conversation['is_archived'] === true,
    trashedAt: null,
    settings: { ...plainConversationSettings, model: null, systemPrompt: systemPrompt.slice(0, 200_000) },
    leafId: positions.get(readString(conversation['current_node'])) ?? null,
    messages: [...messages.values()],
  };
}

function readNodes(conversation: JsonObject): ReadonlyMap<string, Node> {
  const mapping = Object.entries(readObject(conversation['mapping']) ?? {});
  const known = new Set(mapping.map(([id]) => id));
  const children = new Map<string, string[]>();
  const roots: string[] = [];
  for (const [id, value] of mapping) {
    const parent = readString(readObject(value)?.['parent']);
    const list = children.get(parent);
    if (parent === '' || !known.has(parent)) roots.push(id);
    else if (list) list.push(id);
    else children.set(parent, [id]);
  }
  const nodes = new Map(
    mapping.map(([id, value]) => [id, { id, message: readObject(readObject(value)?.['message']), children: children.get(id) ?? [] }]),
  );
  return new Map([['', { id: '', message: undefined, children: roots }], ...nodes]);
}

/** Walks from the root down, without recursion, because a hostile tree may be very deep. */
function walk(nodes: ReadonlyMap<string, Node>, visit: (node: Node, position: Position) => Position): void {
  const waiting: { readonly id: string; readonly position: Position }[] = [{ id: '', position: { parent: undefined, run: undefined } }];
  const seen = new Set<string>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const node = nodes.get(next.id);
    if (!node || seen.has(next.id)) continue;
    seen.add(next.id);
    const position = visit(node, next.position);
    for (const id of node.children.toReversed()) waiting.push({ id, position });
  }
}

/** Returns the id of the file that a part of a message points to, or ''. */
function pointedId(part: unknown): string {
  return /^[a-z-]+:\/\/(file[-_][A-Za-z0-9]+)$/.exec(readString(readObject(part)?.['asset_pointer']))?.[1] ?? '';
}

/** Finds the images of a message among the files beside the export. */
function findImages(message: JsonObject, attached: readonly JsonObject[], files: FolderFiles): ReadonlyMap<string, ImportedImage> {
  const ids = readArray(readObject(message['content'])?.['parts']).map(pointedId);
  return new Map(
    ids.flatMap((id) => {
      const file = files.find(id);
      if (file === undefined) return [];
      const name = readString(attached.find((attachment) => attachment['id'] === id)?.['name']) || file;
      return [[id, { name, alternative: '', read: () => files.read(file) }] as const];
    }),
  );
}

/** Reads the text of a message, and what is left out of it. `isImage` says which files are images that were found. */
function readContent(
  message: JsonObject,
  isImage: (id: string) => boolean = () => false,
): { readonly text: string; readonly left: readonly string[] } {
  const content = readObject(message['content']) ?? {};
  const left: string[] = [];
  const texts = readArray(content['parts']).map((part) => {
    if (typeof part === 'string') return part;
    if (isImage(pointedId(part))) return '';
    const kind = readString(readObject(part)?.['content_type']);
    if (kind === 'audio_transcription') return readString(readObject(part)?.['text']);
    left.push(
      kind.startsWith('image')
        ? historyText.import.image
        : kind.includes('audio')
          ? historyText.import.recording
          : historyText.import.notText,
    );
    return '';
  });
  const text = [...texts, readString(content['text']), readString(content['result'])].filter(Boolean).join('\n\n');
  return { text: withoutMarks(text, readArray(readObject(message['metadata'])?.['content_references'])), left };
}

/** A mark in the text of an answer, such as a citation: its kind and its values, between characters for private use. */
const mark = /\ue200(\w+)\ue202([^\ue200\ue201]*)(?:\ue201|$)/g;

/** Replaces marks by what ChatGPT shows for them, such as a link. */
function withoutMarks(text: string, references: readonly unknown[]): string {
  if (!/[\ue200\ue203]/.test(text)) return text;
  const shown = new Map(
    references.map((each) => [readString(readObject(each)?.['matched_text']), readString(readObject(each)?.['alt'])] as const),
  );
  return text
    .replaceAll(mark, (found: string, kind: string, values: string) => shown.get(found) || (kind === 'entity' ? entityName(values) : ''))
    .replaceAll(/[\ue203\ue204]/g, ''); // around a text that a citation refers to
}

/** Returns the name of an entity, which is the second of its values. */
function entityName(values: string): string {
  return readString(readArray(parseJson(values))[1]);
}

function readPart(
  message: JsonObject,
  role: string,
  name: string,
): { readonly parts: readonly AnswerPart[]; readonly notes: readonly string[] } {
  const content = readObject(message['content']) ?? {};
  const kind = readString(content['content_type']);
  if (kind === 'thoughts') {
    const text = readArray(content['thoughts'])
      .map((thought) =>
        [readString(readObject(thought)?.['summary']), readString(readObject(thought)?.['content'])].filter(Boolean).join('\n'),
      )
      .filter(Boolean)
      .join('\n\n');
    return { parts: text === '' ? [] : [{ kind: 'reasoning', text }], notes: [] };
  }
  if (kind === 'reasoning_recap' || kind === 'user_editable_context' || kind === 'model_editable_context') return { parts: [], notes: [] };
  const { text, left } = readContent(message);
  const notes = left.map(historyText.import.notImported);
  if (text === '') return { parts: [], notes };
  if (role === 'tool') return { parts: [{ kind: 'notice', text: `${name || historyText.import.tool}: ${text}` }], notes };
  const language = readString(content['language']);
  return { parts: [{ kind: 'text', text: kind === 'code' ? fenced(text, language === 'unknown' ? '' : language) : text }], notes };
}
