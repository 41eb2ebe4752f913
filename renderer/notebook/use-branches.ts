import { useEffect, useState } from 'react';
import type { BranchTree } from '../../electron/contract/history.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import type { Notebook } from './notebook.ts';

/** Reads the branches of the open text, and again whenever it gets another one. Undefined while they are read. */
export function useBranches(notebook: Notebook): BranchTree | undefined {
  const { bridge, report } = useSession();
  const id = useStore(notebook.conversation)?.id;
  const [shown, setShown] = useState<{ readonly id: string; readonly tree: BranchTree }>();
  useEffect(() => {
    if (id === undefined) return undefined;
    let isOver = false;
    const read = async () => {
      const result = await bridge.call('history.tree', { id });
      if (isOver) return;
      if (result.ok) setShown({ id, tree: result.value });
      else report(result.failure);
    };
    void read();
    const stop = bridge.on('chat.message', ({ conversationId }) => {
      if (conversationId === id) void read();
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [bridge, report, id]);
  if (id === undefined) return noBranches;
  return shown?.id === id ? shown.tree : undefined;
}

const noBranches: BranchTree = { nodes: [], leafId: null };
