import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Imported, StoredMessage } from '../../../../electron/contract/history.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { openTestHistory, type TestHistory } from '../open-test-history.ts';
import { must } from '../../../support/must.ts';

/** Imports a file of this content, into a history of its own if none is given. */
export async function take(content: unknown, opened?: TestHistory): Promise<TestHistory & { readonly result: Imported }> {
  const history = opened ?? (await openTestHistory());
  const file = path.join(await temporaryFolder(), 'import.json');
  await writeFile(file, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
  return { ...history, result: must(await history.history.importFrom(file)) };
}

/** Who said what, in a line. */
export const said = (message: StoredMessage): string => {
  if (message.role !== 'assistant') return `${message.role}: ${message.text}`;
  return `${message.model}: ${message.answer.parts.map((part) => `${part.kind} ${part.kind === 'tool-call' ? part.name : part.text}`).join(' | ')}`;
};

/** A node as ChatGPT writes it. */
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
/** What ChatGPT writes for words. */
export const text = (...parts: readonly unknown[]): object => ({ content_type: 'text', parts });
