import type { BranchNode } from '../../electron/contract/history.ts';
import { notebookText } from './text.ts';

/** A step of the text in the map of branches. */
export interface BranchRow {
  readonly node: BranchNode;
  /** Starts at 1. Only a fork adds a level, because most texts are one long chain of steps. */
  readonly level: number;
  readonly hasBranches: boolean;
  readonly isOpen: boolean;
  /** It continues the row above, as the only one. */
  readonly isContinuation: boolean;
  /** The row it belongs to, one level up. */
  readonly parentId: string | null;
}

/** Returns the visible rows of the tree. Only continuations and texts without one are steps, since a text sent is part of its answer. */
export function branchRows(nodes: readonly BranchNode[], closed: ReadonlySet<string>): readonly BranchRow[] {
  const children = stepChildren(nodes);
  const rows: BranchRow[] = [];
  /** Rows to add, last first, as a stack: chains are longer than calls may be deep. */
  const waiting = childRows(children, null, { level: 1, parentId: null, isContinuation: false });
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const below = children.get(next.node.id) ?? [];
    const hasBranches = below.length > 1;
    const isOpen = !closed.has(next.node.id);
    rows.push({ ...next, hasBranches, isOpen });
    if (hasBranches && !isOpen) continue;
    const { id } = next.node;
    const place = hasBranches ? { level: next.level + 1, parentId: id } : { level: next.level, parentId: next.parentId };
    waiting.push(...childRows(children, id, { ...place, isContinuation: !hasBranches }));
  }
  return rows;
}

function childRows(
  children: ReadonlyMap<string | null, readonly BranchNode[]>,
  of: string | null,
  { level, parentId, isContinuation }: Pick<BranchRow, 'level' | 'parentId' | 'isContinuation'>,
) {
  return (children.get(of) ?? []).map((node) => ({ node, level, parentId, isContinuation })).toReversed();
}

/** Groups the steps by the step before. */
function stepChildren(nodes: readonly BranchNode[]): ReadonlyMap<string | null, readonly BranchNode[]> {
  const parents = new Set(nodes.map(({ parentId }) => parentId));
  const isStep = (node: BranchNode): boolean => node.role === 'assistant' || !parents.has(node.id);
  const stepOf = new Map<string, string | null>();
  const children = new Map<string | null, BranchNode[]>();
  // the oldest come first, so that a parent is known before its children
  for (const node of nodes) {
    const before = node.parentId === null ? null : (stepOf.get(node.parentId) ?? null);
    stepOf.set(node.id, isStep(node) ? node.id : before);
    if (!isStep(node)) continue;
    const siblings = children.get(before) ?? [];
    siblings.push(node);
    children.set(before, siblings);
  }
  return children;
}

/** Returns the row that a key of a tree leads to, or what it opens or closes. */
export function moveInTree(
  rows: readonly BranchRow[],
  current: number,
  key: string,
): { readonly kind: 'move'; readonly index: number } | { readonly kind: 'toggle' } | undefined {
  const row = rows[current];
  if (row === undefined) return undefined;
  const move = (index: number) => ({ kind: 'move', index: Math.max(0, Math.min(rows.length - 1, index)) }) as const;
  switch (key) {
    case 'ArrowDown':
      return move(current + 1);
    case 'ArrowUp':
      return move(current - 1);
    case 'Home':
      return move(0);
    case 'End':
      return move(rows.length - 1);
    case 'ArrowRight':
      if (!row.hasBranches) return undefined;
      return row.isOpen ? move(current + 1) : { kind: 'toggle' };
    case 'ArrowLeft': {
      if (row.hasBranches && row.isOpen) return { kind: 'toggle' };
      const parent = rows.findIndex(({ node }) => node.id === row.parentId);
      return parent === -1 ? undefined : move(parent);
    }
    default:
      return undefined;
  }
}

/** Returns the beginning of a continuation, or the end of a text of the user, on one line. */
export function excerptOf({ node: { excerpt } }: BranchRow): string {
  return excerpt.replaceAll(/\s+/gu, ' ').trim() || notebookText.branches.noText;
}
