import { expect, test } from 'vitest';
import type { BranchNode } from '../../../electron/contract/history.ts';
import { branchRows, moveInTree } from '../../../renderer/notebook/branch-rows.ts';

const node = (id: string, parentId: string | null): BranchNode => ({
  id,
  parentId,
  role: id.startsWith('u') ? 'user' : 'assistant',
  createdAt: 0,
  state: null,
  model: null,
  excerpt: id,
});

/** A text continued twice, then twice from the first continuation, and an edit that was not sent. */
const nodes = [
  node('u1', null),
  node('a1', 'u1'),
  node('a2', 'u1'),
  node('u2', 'a1'),
  node('a3', 'u2'),
  node('u3', 'a3'),
  node('a4', 'u3'),
  node('u4', 'a3'),
];

test('shows continuations and unsent edits, one level deeper where they part (catches a text of hundred steps off the screen)', () => {
  const rows = branchRows(nodes, new Set());
  expect(rows.map(({ node: { id }, level }) => [id, level])).toEqual([
    ['a1', 1],
    ['a3', 1],
    ['a4', 2],
    ['u4', 2],
    ['a2', 1],
  ]);
  expect(branchRows(nodes, new Set(['a3'])).map(({ node: { id } }) => id)).toEqual(['a1', 'a3', 'a2']);
});

test('stays fast and whole with a long chain (catches a call stack that ends)', () => {
  const chain = Array.from({ length: 20_000 }, (_, index) => node(`a${index}`, index === 0 ? null : `a${index - 1}`));
  const rows = branchRows(chain, new Set());
  expect([rows.length, rows.at(-1)?.level]).toEqual([20_000, 1]);
});

test('moves by the keys of a tree', () => {
  const rows = branchRows(nodes, new Set());
  const at = (key: string, current: number) => moveInTree(rows, current, key);
  expect(at('ArrowDown', 0)).toEqual({ kind: 'move', index: 1 });
  expect(at('ArrowRight', 1)).toEqual({ kind: 'move', index: 2 });
  expect(at('ArrowLeft', 1)).toEqual({ kind: 'toggle' });
  expect(at('ArrowLeft', 3)).toEqual({ kind: 'move', index: 1 });
  expect(at('End', 0)).toEqual({ kind: 'move', index: 4 });
  expect([at('ArrowRight', 0), at('x', 0)]).toEqual([undefined, undefined]);
  expect(moveInTree(branchRows(nodes, new Set(['a3'])), 1, 'ArrowRight')).toEqual({ kind: 'toggle' });
});
