import type { AnswerPart, ToolCall } from '../../../contract/answer.ts';
import { parseJson, readArray, readObject, readString, type JsonObject } from '../../../contract/json.ts';
import type { ImportedImage } from '../export/export-format.ts';
import { historyText } from '../text.ts';

/** A part of an answer, or the result of a call before it, by the call's id in the file. */
export type AnswerItem =
  | Exclude<AnswerPart, ToolCall>
  | Omit<ToolCall, 'state'>
  | { readonly kind: 'result'; readonly callId: string; readonly text: string; readonly images: readonly ImportedImage[] };

/** Reads the list of items that newer versions store in place of a text. */
export function readAnswerOutput(output: readonly unknown[]): readonly AnswerItem[] {
  return output.flatMap((value) => {
    const item = readObject(value);
    return item ? readItem(item) : [];
  });
}

function readItem(item: JsonObject): readonly AnswerItem[] {
  const callId = readString(item['call_id']);
  const type = readString(item['type']);
  switch (type) {
    case 'reasoning':
      return textItems('reasoning', joinTexts(item['summary'], '\n\n') || joinTexts(item['content'], ''));
    case 'function_call':
      return [toolCall(callId, readString(item['name']), toText(item['arguments']))];
    case 'function_call_output': {
      const parts = Map.groupBy(readArray(item['output']), (part) => (readImage(part) ? 'image' : 'other'));
      const text = readString(item['output']) || joinTexts(parts.get('other'), '\n\n');
      return [result(callId, text, [...(parts.get('image') ?? []), ...readArray(item['files'])])];
    }
    case 'open_webui:code_interpreter':
      return executedCode(readString(item['id']), readString(item['code']), item['output']);
    default: {
      const items = textItems('text', joinTexts(item['content'], ''));
      if (items.length > 0 || type === 'message') return items;
      return [{ kind: 'notice', text: historyText.import.notImportedHere(historyText.import.notText) }];
    }
  }
}

const opening = /<details type="(?:reasoning|tool_calls|code_interpreter)"/g;
const closing = '</details>';

/** Reads a text in which reasoning, calls and their results are HTML blocks. Takes time in proportion to the text. */
export function readAnswerContent(content: string): readonly AnswerItem[] {
  const items: AnswerItem[] = [];
  let at = 0;
  for (const { index } of content.matchAll(opening)) {
    if (index < at) continue; // quoted in the block before
    const inside = content.indexOf('>', index) + 1;
    const end = inside > 0 ? content.indexOf(closing, inside) : -1;
    if (end < 0) break;
    items.push(...textItems('text', content.slice(at, index)));
    items.push(...readBlock(readAttributes(content.slice(index, inside)), withoutSummary(content.slice(inside, end))));
    at = end + closing.length;
  }
  return [...items, ...textItems('text', content.slice(at))];
}

function readBlock(attributes: ReadonlyMap<string, string>, body: string): readonly AnswerItem[] {
  const attribute = (name: string): string => attributes.get(name) ?? '';
  const id = attribute('id');
  switch (attribute('type')) {
    case 'tool_calls': {
      const call = toolCall(id, attribute('name'), jsonText(attribute('arguments')));
      if (attribute('done') !== 'true') return [call];
      const text = attribute('result') || unescaped(body).trim();
      return [call, result(id, jsonText(text), readArray(parseJson(attribute('files'))))];
    }
    case 'code_interpreter':
      return executedCode(id, withoutFence(body.trim()), parseJson(attribute('output')));
    default:
      return textItems('reasoning', unquoted(body));
  }
}

function textItems(kind: 'text' | 'reasoning', text: string): readonly AnswerItem[] {
  return text.trim() === '' ? [] : [{ kind, text: text.trim() }];
}

/** Names a tool as engines accept it, because the call is sent again with the conversation. */
function toolCall(id: string, name: string, text: string): Omit<ToolCall, 'state'> {
  return { kind: 'tool-call', id, name: name.replaceAll(/[^\w-]/g, '_').slice(0, 64) || 'tool', arguments: text };
}

function result(callId: string, text: string, files: readonly unknown[] = []): AnswerItem {
  const images = files.flatMap((file) => readImage(file) ?? []);
  const left = Array<string>(files.length - images.length).fill(historyText.import.notImportedHere(historyText.import.file));
  return { kind: 'result', callId, text: [text, ...left].filter(Boolean).join('\n\n'), images };
}

/** Reads an image that a file or a part of a result contains. Returns undefined if its address leads to the server. */
export function readImage(value: unknown): ImportedImage | undefined {
  const { image_url: ofPart, url = ofPart, content = url, name } = readObject(value) ?? {};
  const data = readString(content);
  const [head] = /^data:image\/[\w.+-]{1,40};base64,/.exec(data) ?? [];
  if (head === undefined) return undefined;
  return { name: readString(name), alternative: '', read: () => Buffer.from(data.slice(head.length), 'base64') };
}

function executedCode(id: string, code: string, output: unknown): readonly AnswerItem[] {
  const call = toolCall(id, 'code_interpreter', JSON.stringify({ code }));
  if (!output) return [call];
  const { stdout, stderr, result: value } = readObject(output) ?? { result: output };
  return [call, result(id, [stdout, stderr, value].map(toText).filter(Boolean).join('\n'))];
}

function joinTexts(parts: unknown, separator: string): string {
  return readArray(parts)
    .map((value) => {
      const part = readObject(value);
      return part?.['type'] === 'input_image' ? historyText.import.notImportedHere(historyText.import.image) : toText(part?.['text']);
    })
    .filter(Boolean)
    .join(separator);
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
}

/** Returns the string that a text holds as JSON, or the text. */
function jsonText(text: string): string {
  return toText(parseJson(text) ?? text);
}

function readAttributes(tag: string): ReadonlyMap<string, string> {
  return new Map(Array.from(tag.matchAll(/(?<!\w)(\w+)="([^"]*)"/g), ([, name = '', value = '']) => [name, unescaped(value)]));
}

function withoutSummary(block: string): string {
  const summary = block.indexOf('</summary>');
  return summary < 0 ? block : block.slice(summary + '</summary>'.length);
}

function withoutFence(text: string): string {
  return text.startsWith('```') ? text.split('\n').slice(1, -1).join('\n') : text;
}

function unquoted(text: string): string {
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
