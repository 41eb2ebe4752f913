import katex from 'katex';
import { canRenderTex, katexOptions, toMathAlphabet } from '../../electron/presentation/tex.ts';
import { createElement, Fragment, type ReactNode } from 'react';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';
import './markdown.css';

/** MathML as data: a text, or an allowed element. An empty tag is a fragment. */
type MathNode =
  | string
  | { readonly tag: string; readonly attributes: Readonly<Record<string, string>>; readonly children: readonly MathNode[] };

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

/** Identifiers and numbers. Text is styled by the style sheet. */
const letterTags = new Set(['mi', 'mn']);

/** Parses TeX with KaTeX. Returns undefined if it fails. */
function mathTree(tex: string, isDisplay: boolean): MathNode | undefined {
  if (!canRenderTex(tex)) return undefined;
  try {
    return findMath(renderTree(tex, isDisplay));
  } catch {
    // any error has the same effect: the source is shown
    return undefined;
  }
}

/** The used fields of a KaTeX tree node. */
interface KatexNode {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly attributes?: unknown;
  readonly children?: unknown;
  /** The width of a space in ems. Spaces have no other field. */
  readonly width?: unknown;
}

function renderTree(tex: string, isDisplay: boolean): KatexNode {
  // not in its types: returns the tree directly, instead of the markup of `renderToString`
  const { __renderToDomTree: render } = katex as unknown as {
    readonly __renderToDomTree: (tex: string, options: katex.KatexOptions) => KatexNode;
  };
  return render(tex, { ...katexOptions, displayMode: isDisplay });
}

/** Returns the first math element of a KaTeX tree. */
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
  // KaTeX would write some spaces as bare characters, which browsers ignore.
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

/** Sets the column alignment on each cell, because browsers ignore it on the table. */
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

/** A formula as MathML. Shown as written if it can't be parsed. */
export function Formula({ tex, source, isDisplay }: { readonly tex: string; readonly source: string; readonly isDisplay: boolean }) {
  const tree = mathTree(tex, isDisplay);
  if (tree === undefined) {
    return <code className="markdown-formula-source">{revealHiddenCharacters(source)}</code>;
  }
  return isDisplay ? <span className="markdown-formula">{renderNode(tree)}</span> : renderNode(tree);
}

function renderNode(node: MathNode): ReactNode {
  if (typeof node === 'string') return node;
  return createElement(node.tag === '' ? Fragment : node.tag, node.tag === '' ? null : node.attributes, ...node.children.map(renderNode));
}
