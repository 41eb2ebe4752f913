import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Imported, StoredMessage } from '../../../../electron/contract/history.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { openTestHistory, type TestHistory } from '../open-test-history.ts';
import { must } from '../../../support/must.ts';

/** Imports a file with this content, into a new history by default. */
export async function take(content: unknown, opened?: TestHistory): Promise<TestHistory & { readonly result: Imported }> {
  const history = opened ?? (await openTestHistory());
  const file = path.join(await temporaryFolder(), 'import.json');
  await writeFile(file, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
  return { ...history, result: must(await history.history.importFrom(file)) };
}

/** Returns roles and texts in one line. */
export const summary = (message: StoredMessage): string => {
  if (message.role !== 'assistant') return `${message.role}: ${message.text}`;
  return `${message.model}: ${message.answer.parts.map((part) => `${part.kind} ${part.kind === 'tool-call' ? part.name : part.text}`).join(' | ')}`;
};

/** Returns a node as ChatGPT exports it. */
export function node(
  id: string,
  parent: string | null,
  role: string | null,
  content: object = {},
  message: object = {},
): readonly [string, object] {
  const whole =
    role === null
      ? null
      : { id, author: { role, name: null, metadata: {} }, create_time: 1_700_000_000.5, content, metadata: {}, ...message };
  return [id, { id, message: whole, parent, children: [] }];
}
/** Returns text content as ChatGPT exports it. */
export const text = (...parts: readonly unknown[]): object => ({ content_type: 'text', parts });
