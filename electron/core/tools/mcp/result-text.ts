import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ToolResult } from '../bindings/run-http.ts';

const limit = 1_000_000;

/** What a server's tool gave, as text; pictures and sounds are named, since no model here takes them. */
export function resultText({ content, structuredContent, isError }: CallToolResult): ToolResult {
  const parts = content.map((part) => {
    switch (part.type) {
      case 'text':
        return part.text;
      case 'image':
      case 'audio':
        return `[${part.type}: ${part.mimeType}, ${Math.floor((part.data.length * 3) / 4)} bytes]`;
      case 'resource':
        return 'text' in part.resource ? part.resource.text : `[file: ${part.resource.uri}]`;
      case 'resource_link':
        return `[${part.name}: ${part.uri}]`;
    }
  });
  const text = parts.length === 0 && structuredContent ? JSON.stringify(structuredContent) : parts.join('\n');
  const cut = text.length > limit ? `${text.slice(0, limit)}\n[The answer was longer than 1 MB and is cut here.]` : text;
  return { text: cut, isError: isError === true };
}
