import type { Tool } from '../../../contract/conversation.ts';
import { freeName } from '../../../contract/strings.ts';

/** A tool as the server lists it. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

const maxDescription = 8000;

/** Returns the server's tools under names that models accept, and the mapping back to the server's own names. */
export function nameTools(listed: readonly ListedTool[]): {
  readonly tools: readonly Tool[];
  readonly ownName: (name: string) => string | undefined;
} {
  const own = new Map<string, string>();
  const tools: Tool[] = [];
  for (const { name, description = '', inputSchema } of listed) {
    const wanted = name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 60) || 'tool';
    const free = freeName(
      (candidate) => own.has(candidate),
      (count) => (count === 1 ? wanted : `${wanted}_${count}`),
    );
    own.set(free, name);
    tools.push({ name: free, description: description.slice(0, maxDescription), parameters: { ...inputSchema } });
  }
  return { tools, ownName: (name) => own.get(name) };
}
