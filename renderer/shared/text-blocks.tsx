import { memo, useEffect, useRef, useState } from 'react';
import { tokenPieces, type ShadedRange } from './token-pieces.ts';
import type { Shading } from './token-shading.ts';
import { TokenRuns } from './token-runs.tsx';
import type { TextBlock, TextChunk } from './text-chunks.ts';

/** The ranges of the model in a block, and a text that changes when their drawing does. */
export interface BlockShading {
  readonly ranges: readonly ShadedRange[];
  readonly signature: string;
}

interface BlockProps extends BlockShading {
  readonly block: TextBlock;
  readonly shading: Shading;
}

/** A block of the text. Drawn again only if its own text or tokens changed. */
export const TextBlockView = memo(
  function TextBlockView({ block, ranges, shading }: BlockProps) {
    return (
      <div className="shaded-block">
        {block.chunks.map((chunk) => (
          <Chunk key={chunk.start} chunk={chunk} ranges={ranges} shading={shading} />
        ))}
      </div>
    );
  },
  (before, after) => before.block === after.block && before.shading === after.shading && before.signature === after.signature,
);

/** A chunk shows its tokens only near the view, because a long text has more of them than the page can hold as elements. */
function Chunk({ chunk, ranges, shading }: { readonly chunk: TextChunk } & Pick<BlockProps, 'ranges' | 'shading'>) {
  const element = useRef<HTMLSpanElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => (element.current === null ? undefined : observeNear(element.current, setNear)), []);
  const { start, text } = chunk;
  const pieces = tokenPieces(ranges, isNear ? shading : 'off', start, start + text.length);
  return (
    <span ref={element}>
      <TokenRuns text={text} start={start} pieces={pieces} />
    </span>
  );
}

const listeners = new WeakMap<Element, (isNear: boolean) => void>();
const observers = new WeakMap<Element, IntersectionObserver>();

/** Tells whether an element is near the visible part of the editor. */
function observeNear(element: Element, onChange: (isNear: boolean) => void): () => void {
  const root = element.closest('.shaded-editor');
  if (root === null) return () => undefined;
  let observer = observers.get(root);
  if (observer === undefined) {
    observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
      },
      { root, rootMargin: '400px 0px' },
    );
    observers.set(root, observer);
  }
  listeners.set(element, onChange);
  observer.observe(element);
  return () => {
    observer.unobserve(element);
    listeners.delete(element);
  };
}
