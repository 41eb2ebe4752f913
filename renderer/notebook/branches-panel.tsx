import { ChevronDown, ChevronRight, GitBranch, GitCompareArrows, MoveDown } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/progress.tsx';
import { SidePanel } from '../ui/side-panel.tsx';
import { branchRows, excerptOf, moveInTree, type BranchRow } from './branch-rows.ts';
import { CompareDialog } from './compare-dialog.tsx';
import type { Notebook } from './notebook.ts';
import { notebookText } from './text.ts';
import type { BranchTree } from '../../electron/contract/history.ts';
import { useEvent } from '../bridge/bridge.ts';
import { useQuery } from '../state/query.ts';
import { useSession } from '../state/session.ts';

const text = notebookText.branches;

/** The map of all branches of the text. */
export function BranchesPanel({ notebook, onClose }: { readonly notebook: Notebook; readonly onClose: () => void }) {
  const tree = useBranches(notebook);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [isComparing, setComparing] = useState(false);
  const rows = branchRows(tree?.nodes ?? [], closed);
  return (
    <SidePanel label={text.label} title={text.title} closeLabel={text.close} onClose={onClose}>
      {tree === undefined ? (
        <Spinner label={text.loading} />
      ) : rows.length === 0 ? (
        <p className="muted small">{text.empty}</p>
      ) : (
        <>
          <div>
            <Button size="sm" icon={<GitCompareArrows aria-hidden />} isDisabled={rows.length < 2} onClick={() => setComparing(true)}>
              {text.compare}
            </Button>
          </div>
          <BranchTreeView
            rows={rows}
            notebook={notebook}
            onToggle={(id) => {
              const next = new Set(closed);
              if (!next.delete(id)) next.add(id);
              setClosed(next);
            }}
          />
        </>
      )}
      {isComparing && (
        <CompareDialog
          rows={branchRows(tree?.nodes ?? [], new Set())}
          currentId={notebook.nodeId.read()}
          onClose={() => setComparing(false)}
        />
      )}
    </SidePanel>
  );
}

/** A tree by the keys of trees: arrows, Home and End move, Enter goes to a branch. */
function BranchTreeView({
  rows,
  notebook,
  onToggle,
}: {
  readonly rows: readonly BranchRow[];
  readonly notebook: Notebook;
  readonly onToggle: (id: string) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const currentId = useStore(notebook.nodeId);
  const [focusedId, setFocusedId] = useState<string>();
  const indexOf = (id: string | null | undefined) => rows.findIndex(({ node }) => node.id === id);
  const tabStop = Math.max(indexOf(focusedId) === -1 ? indexOf(currentId) : indexOf(focusedId), 0);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[tabStop];
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (row !== undefined) void notebook.goTo(row.node.id);
      return;
    }
    const action = moveInTree(rows, tabStop, event.key);
    if (action === undefined || row === undefined) return;
    event.preventDefault();
    if (action.kind === 'toggle') onToggle(row.node.id);
    else list.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[action.index]?.focus();
  };
  return (
    <div ref={list} role="tree" aria-label={text.tree} className="branch-tree stack">
      {rows.map((row, index) => {
        const isCurrent = row.node.id === currentId;
        return (
          <div
            key={row.node.id}
            role="treeitem"
            aria-level={row.level}
            aria-expanded={row.hasBranches ? row.isOpen : undefined}
            aria-selected={isCurrent}
            aria-label={describeRow(row, isCurrent)}
            tabIndex={index === tabStop ? 0 : -1}
            className="branch-row row small"
            style={{ paddingInlineStart: `${Math.min(row.level - 1, 8) * 0.75 + 0.25}rem` }}
            onKeyDown={onKeyDown}
            onFocus={() => setFocusedId(row.node.id)}
            onClick={() => void notebook.goTo(row.node.id)}
          >
            {/* A picture for the pointer. Keys open and close the row itself. */}
            <span
              className="branch-mark"
              aria-hidden
              onClick={(event) => {
                if (!row.hasBranches) return;
                event.stopPropagation();
                onToggle(row.node.id);
              }}
            >
              <RowMark row={row} />
            </span>
            <span className="branch-excerpt cut">{excerptOf(row)}</span>
            <span className="branch-state muted tiny">{detailsOf(row)}</span>
          </div>
        );
      })}
    </div>
  );
}

function RowMark({ row: { hasBranches, isOpen, isContinuation } }: { readonly row: BranchRow }) {
  if (hasBranches) return isOpen ? <ChevronDown /> : <ChevronRight />;
  return isContinuation ? <MoveDown /> : <GitBranch />;
}

function detailsOf({ node: { role, state } }: BranchRow): string {
  return role === 'assistant' ? (state === null ? '' : text.states[state]) : text.edited;
}

function describeRow(row: BranchRow, isCurrent: boolean): string {
  return text.row(
    excerptOf(row),
    [row.isContinuation ? text.continues : text.branch, detailsOf(row), ...(isCurrent ? [text.current] : [])]
      .filter((word) => word !== '')
      .join(', '),
  );
}

const noBranches: BranchTree = { nodes: [], leafId: null };

/** Reads the branches of the open text, and again whenever it gets another one. Undefined while they are read. */
function useBranches(notebook: Notebook): BranchTree | undefined {
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
