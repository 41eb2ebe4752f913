import { createHash } from 'node:crypto';
import type { Approval } from '../../contract/tool.ts';
import type { StoredServer, StoredTool } from './stored-tools.ts';

/** What the user agrees to: a hash over the exact words as JSON, in which no two lists are written alike. */
export function commandHash(argv: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify({ kind: 'argv', version: 1, argv }))
    .digest('hex');
}

/** The words that need the user's approval; undefined where nothing is run on this computer. */
export function commandOf(item: StoredTool | StoredServer): readonly string[] | undefined {
  if ('binding' in item) return item.binding.kind === 'command' ? item.binding.argv : undefined;
  return item.transport.kind === 'stdio' ? item.transport.argv : undefined;
}

/** Where the approval stands. Compared anew each time, so that it can't outlive the words it was given for. */
export function approvalOf(item: StoredTool | StoredServer): Approval {
  const argv = commandOf(item);
  if (!argv) return 'not-needed';
  return item.approvedHash === commandHash(argv) ? 'given' : 'needed';
}

/** A change of the words voids the approval for good: changing them back needs it anew. */
export function revokeIfChanged<T extends StoredTool | StoredServer>(item: T): T {
  return approvalOf(item) === 'given' ? item : { ...item, approvedHash: null };
}
