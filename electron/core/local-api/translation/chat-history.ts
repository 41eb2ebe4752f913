import type { JsonObject } from '../../../contract/json.ts';

/** Text or an image of a message. */
export type ChatPart = { readonly type: 'text'; readonly text: string } | { readonly type: 'image_url'; readonly image_url: JsonObject };

/** A tool call of an earlier answer. */
interface ChatCall {
  readonly id: string;
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
}

type Entry =
  | { readonly role: 'user'; readonly parts: ChatPart[] }
  | { readonly role: 'assistant'; readonly texts: string[]; readonly reasoning: string[]; readonly calls: ChatCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly parts: readonly ChatPart[] };

type AssistantEntry = Extract<Entry, { role: 'assistant' }>;

/** Builds the messages of a chat completion. Each turn's messages begin with those of the turn before, which engines have cached. */
export type ChatHistory = ReturnType<typeof createChatHistory>;

/** Creates an empty history. */
export function createChatHistory() {
  const instructions: string[] = [];
  const entries: Entry[] = [];

  const userParts = (): ChatPart[] => {
    const last = entries.at(-1);
    if (last?.role === 'user') return last.parts;
    const parts: ChatPart[] = [];
    entries.push({ role: 'user', parts });
    return parts;
  };
  /** Chat templates expect a call's result right after it, and text beside the calls. */
  const assistant = (): AssistantEntry => {
    const last = entries.at(-1);
    if (last?.role === 'assistant') return last;
    const entry: AssistantEntry = { role: 'assistant', texts: [], reasoning: [], calls: [] };
    entries.push(entry);
    return entry;
  };

  return {
    /** Many chat templates take instructions as the first message only. Later ones become part of the user's turn. */
    addInstructions: (text: string): void => {
      if (text === '') return;
      if (entries.length === 0) instructions.push(text);
      else userParts().push({ type: 'text', text: `<system>\n${text}\n</system>` });
    },
    addUser: (parts: readonly ChatPart[]): void => {
      if (parts.length > 0) userParts().push(...parts);
    },
    addText: (text: string): void => {
      if (text !== '') assistant().texts.push(text);
    },
    addReasoning: (text: string): void => {
      if (text !== '') assistant().reasoning.push(text);
    },
    addCall: (call: ChatCall): void => {
      assistant().calls.push(call);
    },
    /** Puts a result behind its call, also if something was said in between. */
    addResult: (callId: string, parts: readonly ChatPart[]): void => {
      const result: Entry = { role: 'tool', callId, parts };
      let at = entries.findLastIndex((entry) => entry.role === 'assistant' && entry.calls.some(({ id }) => id === callId));
      if (at < 0) {
        entries.push(result);
        return;
      }
      do at += 1;
      while (entries[at]?.role === 'tool');
      entries.splice(at, 0, result);
    },
    messages: (): readonly JsonObject[] => {
      const system = instructions.length > 0 ? [{ role: 'system', content: instructions.join('\n\n') }] : [];
      return [...system, ...moveImages(entries).map(toMessage)];
    },
  };
}

/** Moves images of tool results into the user's turn that follows them, because results are text in chat completions. */
function moveImages(entries: readonly Entry[]): readonly Entry[] {
  const moved: Entry[] = [];
  let images: ChatPart[] = [];
  for (const entry of entries) {
    if (entry.role === 'tool') {
      images.push(...entry.parts.filter(({ type }) => type === 'image_url'));
      moved.push(entry);
      continue;
    }
    const isUser = entry.role === 'user';
    if (images.length > 0) moved.push({ role: 'user', parts: isUser ? [...images, ...entry.parts] : images });
    if (images.length === 0 || !isUser) moved.push(entry);
    images = [];
  }
  if (images.length > 0) moved.push({ role: 'user', parts: images });
  return moved;
}

function toMessage(entry: Entry): JsonObject {
  if (entry.role === 'user') return { role: 'user', content: toContent(entry.parts) };
  if (entry.role === 'tool') return { role: 'tool', tool_call_id: entry.callId, content: resultText(entry.parts) };
  const reasoning = entry.reasoning.join('\n\n');
  return {
    role: 'assistant',
    content: entry.texts.join('\n\n'),
    // A model that calls tools goes on with its reasoning. Templates read one of the two names, by their age.
    ...(reasoning === '' ? {} : { reasoning, reasoning_content: reasoning }),
    ...(entry.calls.length === 0 ? {} : { tool_calls: entry.calls.map(toToolCall) }),
  };
}

function toToolCall({ id, name, arguments: text }: ChatCall): JsonObject {
  return { id, type: 'function', function: { name, arguments: text } };
}

/** Returns plain text where there is only text, which every template takes. */
function toContent(parts: readonly ChatPart[]): string | readonly ChatPart[] {
  return parts.every(({ type }) => type === 'text') ? joinTexts(parts) : parts;
}

function resultText(parts: readonly ChatPart[]): string {
  const text = joinTexts(parts);
  return text === '' && parts.length > 0 ? 'The image is in the next message.' : text;
}

function joinTexts(parts: readonly ChatPart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n');
}
