import { createElement, Fragment, type ReactNode } from 'react';
import { mathTree, type MathNode } from './math-tree.ts';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';
import './formula.css';

/** A formula as MathML, which the browser sets by itself; one that can't be read is shown as it was written. */
export function Formula({ tex, source, isDisplay }: { readonly tex: string; readonly source: string; readonly isDisplay: boolean }) {
  const tree = mathTree(tex, isDisplay);
  if (tree === undefined) {
    return <code className="reading-formula-source">{revealHiddenCharacters(source)}</code>;
  }
  return isDisplay ? <span className="reading-formula">{nodeContent(tree)}</span> : nodeContent(tree);
}

function nodeContent(node: MathNode): ReactNode {
  if (typeof node === 'string') return node;
  return createElement(node.tag === '' ? Fragment : node.tag, node.tag === '' ? null : node.attributes, ...node.children.map(nodeContent));
}
