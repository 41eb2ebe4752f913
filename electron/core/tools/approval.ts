import { createHash } from 'node:crypto';
import type { Approval } from '../../contract/tool.ts';
import type { StoredServer, StoredTool } from './stored-tools.ts';

/** Returns the hash the user approves: over the exact arguments as JSON, in which no two lists look alike. */
export function commandHash(argv: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify({ kind: 'argv', version: 1, argv }))
    .digest('hex');
}

/** Returns the arguments that need the user's approval, or undefined if nothing runs on this computer. */
export function commandOf(item: StoredTool | StoredServer): readonly string[] | undefined {
  if ('binding' in item) return item.binding.kind === 'command' ? item.binding.argv : undefined;
  return item.transport.kind === 'stdio' ? item.transport.argv : undefined;
}

/** Returns the state of the approval. It is compared each time, so that it can't outlive the arguments it was given for. */
export function approvalOf(item: StoredTool | StoredServer): Approval {
  const argv = commandOf(item);
  if (!argv) return 'not-needed';
  return item.approvedHash === commandHash(argv) ? 'given' : 'needed';
}

/** Removes the approval if the arguments changed. Changing them back does not restore it. */
export function revokeIfChanged<T extends StoredTool | StoredServer>(item: T): T {
  return approvalOf(item) === 'given' ? item : { ...item, approvedHash: null };
}
