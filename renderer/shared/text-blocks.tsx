import { memo, useEffect, useRef, useState } from 'react';
import type { TextBlock, TextSection } from './text-chunks.ts';
import { tokenPieces, type ShadedRange, type TokenPiece, type Shading, unknownLevel } from './token-shading.ts';
import './tokens.css';
import type { TokenTrack } from './token-track.ts';

interface ShadedProps {
  /** The model's ranges, relative to the section, block or chunk. */
  readonly ranges: readonly ShadedRange[];
  readonly shading: Shading;
}

/** The sections of a text. `ranges` are the model's, in the whole text. */
export function TextSections({ sections, ranges, shading }: ShadedProps & { readonly sections: readonly TextSection[] }) {
  return withRanges(sections, ({ text }) => text.length, ranges).map(({ piece, own }) => (
    <Section key={piece.id} section={piece} ranges={own} shading={shading} signature={shadingSignature(own)} />
  ));
}

/** Rendered again only if its own text or tokens changed. The signature tells the latter. */
const Section = memo(
  function Section({ section, ranges, shading }: SectionProps) {
    const element = useRef<HTMLDivElement>(null);
    const isNear = useIsNear(element, false, false);
    return (
      <div ref={element} className="shaded-section">
        {withRanges(section.blocks, ({ text }) => text.length, ranges).map(({ piece, own }) => (
          <Block key={piece.id} block={piece} ranges={own} shading={isNear ? shading : 'off'} signature={shadingSignature(own)} />
        ))}
      </div>
    );
  },
  (before, after) => before.section === after.section && isSameShading(before, after),
);

interface SectionProps extends ShadedProps {
  readonly section: TextSection;
  readonly signature: string;
}

interface BlockProps extends ShadedProps {
  readonly block: TextBlock;
  readonly signature: string;
}

const Block = memo(
  function Block({ block, ranges, shading }: BlockProps) {
    return (
      <div className="shaded-block">
        {withRanges(block.chunks, (chunk) => chunk.length, ranges).map(({ piece, own }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- only its position identifies a chunk
          <Chunk key={index} text={piece} ranges={own} shading={shading} />
        ))}
      </div>
    );
  },
  (before, after) => before.block === after.block && isSameShading(before, after),
);

/** A chunk shows its tokens only near the view, because a long text has more of them than the page can hold as elements. */
function Chunk({ text, ranges, shading }: ShadedProps & { readonly text: string }) {
  const element = useRef<HTMLSpanElement>(null);
  const isPaused = shading === 'off';
  // A chunk that is added to a section in view is where the model or the user writes, and shows its tokens at once.
  const isNear = useIsNear(element, isPaused, !isPaused);
  return (
    <span ref={element}>
      <TokenRuns text={text} pieces={tokenPieces(ranges, isNear ? shading : 'off', 0, text.length)} />
    </span>
  );
}

function isSameShading(before: BlockProps | SectionProps, after: BlockProps | SectionProps): boolean {
  return before.shading === after.shading && before.signature === after.signature;
}

/** Returns neighbouring pieces of a text, each with the ranges in it. */
function withRanges<T>(
  pieces: readonly T[],
  lengthOf: (piece: T) => number,
  ranges: readonly ShadedRange[],
): readonly { readonly piece: T; readonly own: readonly ShadedRange[] }[] {
  let at = 0;
  return pieces.map((piece) => {
    const length = lengthOf(piece);
    const own = rangesWithin(ranges, at, length);
    at += length;
    return { piece, own };
  });
}

/** Returns the ranges in a part of the text, relative to its start. */
function rangesWithin(ranges: readonly ShadedRange[], start: number, length: number): readonly ShadedRange[] {
  const inside = ranges.filter((range) => range.start < start + length && range.end > start);
  return inside.map(({ start: own, end, from, track }) => {
    const cut = Math.max(0, start - own);
    return { start: own + cut - start, end: Math.min(end - start, length), from: from + cut, track };
  });
}

const listeners = new WeakMap<Element, (isNear: boolean) => void>();
const observers = new WeakMap<Element, IntersectionObserver>();

/** Returns whether an element is near the visible part of the editor. Always false if paused. */
function useIsNear(ref: React.RefObject<HTMLElement | null>, isPaused: boolean, isNearAtFirst: boolean): boolean {
  const [isNear, setNear] = useState(isNearAtFirst);
  useEffect(() => {
    if (isPaused || ref.current === null) return undefined;
    const stop = observeNear(ref.current, setNear);
    return () => {
      stop();
      setNear(false);
    };
  }, [ref, isPaused]);
  return isNear;
}

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

/** A text with its tokens shaded. */
function TokenRuns({ text, pieces }: { readonly text: string; readonly pieces: readonly TokenPiece[] }) {
  return pieces.map((piece) => {
    const own = text.slice(piece.start, piece.end);
    return piece.isByModel ? (
      <span key={piece.start} className="token" data-by="model" data-level={piece.level === unknownLevel ? undefined : piece.level}>
        {own}
      </span>
    ) : (
      own
    );
  });
}

/** Returns a text that changes when the drawing of the ranges does. It counts their tokens, because a track grows in place. */
function shadingSignature(ranges: readonly ShadedRange[]): string {
  return ranges
    .map(({ start, end, from, track }) => [start, end, from, trackId(track), track?.firstAfter(end - start + from) ?? 0].join(' '))
    .join(',');
}

const trackIds = new WeakMap<TokenTrack, number>();
let lastTrackId = 0;

function trackId(track: TokenTrack | undefined): number {
  if (track === undefined) return 0;
  const known = trackIds.get(track);
  if (known !== undefined) return known;
  lastTrackId += 1;
  trackIds.set(track, lastTrackId);
  return lastTrackId;
}
