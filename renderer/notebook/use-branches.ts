import type { BranchTree } from '../../electron/contract/history.ts';
import { useEvent } from '../bridge/bridge.ts';
import { useQuery } from '../state/query.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import type { Notebook } from './notebook.ts';

const noBranches: BranchTree = { nodes: [], leafId: null };

/** Reads the branches of the open text, and again whenever it gets another one. Undefined while they are read. */
export function useBranches(notebook: Notebook): BranchTree | undefined {
  const { bridge, attempt } = useSession();
  const id = useStore(notebook.conversation)?.id ?? '';
  const { value, isCurrent, reload } = useQuery(id || null, (signal) => attempt(bridge.call('history.tree', { id }, { signal })));
  useEvent(bridge.on, 'history.changed', (changed) => {
    if (changed.some((each) => each.id === id)) reload();
  });
  useEvent(bridge.on, 'link.restored', () => {
    if (id !== '') reload();
  });
  if (id === '') return noBranches;
  return isCurrent ? value : undefined;
}
