import type { Tool } from '../../../contract/conversation.ts';

/** A tool as the server lists it. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

const longestDescription = 8000;

/** The server's tools under names that models take, and the way back to the server's own names, which are freer. */
export function nameTools(listed: readonly ListedTool[]): {
  readonly tools: readonly Tool[];
  readonly ownName: (name: string) => string | undefined;
} {
  const own = new Map<string, string>();
  const tools: Tool[] = [];
  for (const { name, description = '', inputSchema } of listed) {
    const free = freeName(name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 60) || 'tool', own);
    own.set(free, name);
    tools.push({ name: free, description: description.slice(0, longestDescription), parameters: { ...inputSchema } });
  }
  return { tools, ownName: (name) => own.get(name) };
}

function freeName(wanted: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(wanted)) return wanted;
  for (let n = 2; ; n += 1) if (!taken.has(`${wanted}_${n}`)) return `${wanted}_${n}`;
}
