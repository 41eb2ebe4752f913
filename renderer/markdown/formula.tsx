import katex from 'katex';
import { toMathAlphabet, katexOptions } from '../../electron/contract/tex.ts';
import { createElement, Fragment, type ReactNode } from 'react';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';
import './formula.css';

/** MathML as data: a text, or an element of the list below. A tag of '' groups without an element. */
type MathNode =
  | string
  | { readonly tag: string; readonly attributes: Readonly<Record<string, string>>; readonly children: readonly MathNode[] };

const maxTexLength = 8000;
const maxDepth = 200;

const tags = new Set(
  (
    'math semantics annotation mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot munder mover munderover ' +
    'mtable mtr mtd mlabeledtr mstyle mpadded mphantom menclose mglyph mprescripts mmultiscripts'
  ).split(' '),
);
const attributes = new Set(
  (
    'xmlns display encoding mathvariant stretchy fence separator accent accentunder lspace rspace width height depth voffset ' +
    'minsize maxsize linethickness scriptlevel displaystyle columnalign rowspacing columnspacing columnlines rowlines notation ' +
    'mathcolor mathsize mathbackground form symmetric largeop movablelimits'
  ).split(' '),
);

/** Names and numbers; words of a text are left to the style sheet. */
const letterTags = new Set(['mi', 'mn']);

/** Reads TeX with KaTeX; undefined where it can't be read. */
function mathTree(tex: string, isDisplay: boolean): MathNode | undefined {
  if (tex.length > maxTexLength) return undefined;
  try {
    return findMath(renderTree(tex, isDisplay));
  } catch {
    // a ParseError is the writer's; whatever else KaTeX stumbles over ends the same way: the source is shown
    return undefined;
  }
}

/** A node of KaTeX's tree, as far as it is looked at. */
interface KatexNode {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly attributes?: unknown;
  readonly children?: unknown;
  /** Of a space, which has nothing else, in ems. */
  readonly width?: unknown;
}

function renderTree(tex: string, isDisplay: boolean): KatexNode {
  // not in its types: the tree that `renderToString` writes out, which would have to be parsed again
  const { __renderToDomTree: render } = katex as unknown as {
    readonly __renderToDomTree: (tex: string, options: katex.KatexOptions) => KatexNode;
  };
  return render(tex, { ...katexOptions, displayMode: isDisplay });
}

/** The first math element below a node of KaTeX's. */
function findMath(node: KatexNode): MathNode | undefined {
  if (node.type === 'math') return convert(node, 0);
  for (const child of childrenOf(node)) {
    const found = findMath(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function convert(node: KatexNode, depth: number): MathNode {
  if (depth > maxDepth) throw new RangeError('This formula is nested too deeply.');
  if (typeof node.text === 'string') return node.text;
  // KaTeX would write some of them as bare letters, which browsers leave out.
  if (typeof node.width === 'number') return { tag: 'mspace', attributes: { width: `${node.width}em` }, children: [] };
  const tag = typeof node.type === 'string' && tags.has(node.type) ? node.type : '';
  const own = allowedAttributes(node.attributes);
  const children = childrenOf(node).map((child) => convert(child, depth + 1));
  const { mathvariant, ...others } = own;
  const letters = mathvariant !== undefined && letterTags.has(tag) ? children.map((child) => toVariant(child, mathvariant)) : undefined;
  if (letters !== undefined && letters.every((each) => each !== undefined)) return { tag, attributes: others, children: letters };
  return { tag, attributes: own, children: tag === 'mtable' ? children.map((row) => alignRow(row, own['columnalign'])) : children };
}

function toVariant(node: MathNode, variant: string): MathNode | undefined {
  return typeof node === 'string' ? toMathAlphabet(node, variant) : undefined;
}

/** Says in each cell how its column is aligned: browsers don't look at the table for it. */
function alignRow(row: MathNode, columns: string | undefined): MathNode {
  if (typeof row === 'string' || columns === undefined) return row;
  const names = columns.split(' ');
  const children = row.children.map((cell, index): MathNode => {
    const name = names[index] ?? names.at(-1);
    return typeof cell === 'string' || name === undefined ? cell : { ...cell, attributes: { ...cell.attributes, columnalign: name } };
  });
  return { ...row, children };
}

function childrenOf({ children }: KatexNode): readonly KatexNode[] {
  return Array.isArray(children) ? children.filter((child): child is KatexNode => typeof child === 'object' && child !== null) : [];
}

function allowedAttributes(given: unknown): Readonly<Record<string, string>> {
  if (typeof given !== 'object' || given === null) return {};
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => attributes.has(entry[0]) && typeof entry[1] === 'string'),
  );
}

/** A formula as MathML, which the browser sets by itself; one that can't be read is shown as it was written. */
export function Formula({ tex, source, isDisplay }: { readonly tex: string; readonly source: string; readonly isDisplay: boolean }) {
  const tree = mathTree(tex, isDisplay);
  if (tree === undefined) {
    return <code className="reading-formula-source">{revealHiddenCharacters(source)}</code>;
  }
  return isDisplay ? <span className="reading-formula">{renderNode(tree)}</span> : renderNode(tree);
}

function renderNode(node: MathNode): ReactNode {
  if (typeof node === 'string') return node;
  return createElement(node.tag === '' ? Fragment : node.tag, node.tag === '' ? null : node.attributes, ...node.children.map(renderNode));
}
