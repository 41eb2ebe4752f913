import { createHash } from 'node:crypto';
import type { Tool } from '../../../contract/conversation.ts';
import { isJsonObject } from '../../../contract/json.ts';

/** A tool as the server lists it. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

const maxDescription = 8000;
const maxName = 60;

/**
 * Returns the server's tools under names that models accept, and the mapping back to the server's own names. A saved tool has the name, so
 * it doesn't depend on the order of the list: valid names stay, and of the others those that would be alike end with a hash.
 */
export function nameTools(listed: readonly ListedTool[]): {
  readonly tools: readonly Tool[];
  readonly ownName: (name: string) => string | undefined;
} {
  const byOwnName = new Map(listed.map((tool) => [tool.name, tool]));
  const alike = Map.groupBy(byOwnName.keys(), validName);
  const nameOf = (own: string): string => {
    const valid = validName(own);
    return own === valid || alike.get(valid)?.length === 1 ? valid : withHash(valid, own);
  };
  const named = new Map([...byOwnName.values()].map((tool) => [nameOf(tool.name), tool]));
  const tools = [...named].map(([name, { description = '', inputSchema }]) => ({
    name,
    description: description.slice(0, maxDescription),
    parameters: withoutNullAnnotations(inputSchema),
  }));
  return { tools, ownName: (name) => named.get(name)?.name };
}

function validName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, maxName) || 'tool';
}

function withHash(valid: string, own: string): string {
  const suffix = `_${createHash('sha256').update(own).digest('hex').slice(0, 8)}`;
  return valid.slice(0, maxName - suffix.length) + suffix;
}

/** Keywords that only describe. Servers send null for none, which is no valid schema, and which engines may reject. */
const annotations = new Set(['title', 'description', 'format']);

function withoutNullAnnotations(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(schema).filter(([keyword, value]) => value !== null || !annotations.has(keyword));
  return Object.fromEntries(entries.map(([keyword, value]) => [keyword, withoutNullsIn(value)]));
}

function withoutNullsIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNullsIn);
  return isJsonObject(value) ? withoutNullAnnotations(value) : value;
}
