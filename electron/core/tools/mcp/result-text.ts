import { isJsonObject, readObject, readString, type JsonObject } from '../../../contract/json.ts';
import { toolsText } from '../text.ts';
import type { ToolResult } from '../bindings/run-http.ts';

const limit = 1_000_000;

/**
 * Returns a tool's result as text, or undefined if it can't be read. Images and sounds are only named, because no model here accepts them.
 * Read field by field, because a schema would reject a whole result for one odd field.
 */
export function resultText({ content = [], structuredContent, isError }: JsonObject): ToolResult | undefined {
  if (!Array.isArray(content)) return undefined;
  const text =
    content.length === 0 && isJsonObject(structuredContent) ? JSON.stringify(structuredContent) : content.map(partText).join('\n');
  const cut = text.length > limit ? `${text.slice(0, limit)}\n${toolsText.answerCut}` : text;
  return { text: cut, isError: isError === true };
}

function partText(part: unknown): string {
  const { type, text, data, mimeType, resource, name, uri } = readObject(part) ?? {};
  switch (type) {
    case 'text':
      return readString(text);
    case 'image':
    case 'audio':
      return toolsText.media(type, readString(mimeType), Math.floor((readString(data).length * 3) / 4));
    case 'resource': {
      const file = readObject(resource);
      return typeof file?.['text'] === 'string' ? file['text'] : toolsText.file(readString(file?.['uri']));
    }
    case 'resource_link':
      return toolsText.link(readString(name), readString(uri));
    default:
      return toolsText.unknownPart(readString(type));
  }
}
