import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';

/** A message with more sections unmounts those out of view. */
export const maxEagerSections = 3;

/** Sections within this distance of the view stay mounted. */
const margin = '1000px 0px';

/**
 * A group of blocks. In a long message, a section far out of view is replaced by a gap of its height, so that only the
 * visible part costs memory.
 */
export function LazySection({ isLazy, children }: { readonly isLazy: boolean; readonly children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const [gap, setGap] = useState<number>();
  const height = isLazy ? gap : undefined;
  useEffect(() => {
    const { current } = element;
    if (!isLazy || current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry === undefined) return;
        if (entry.isIntersecting) setGap(undefined);
        else if (!isInUse(current) && entry.boundingClientRect.height > 0) setGap(entry.boundingClientRect.height);
      },
      // relative to the scrolling area, unlike rootMargin
      { scrollMargin: margin },
    );
    observer.observe(current);
    return () => {
      observer.disconnect();
    };
  }, [isLazy]);
  const isGap = height !== undefined;
  useEffect(() => {
    if (!isGap) return undefined;
    // A selection may begin and end in other sections. A copy of it must not lack this one, even if the copy comes right after
    // the selection, so the section is mounted before the event ends.
    const mountSelected = () => {
      if (element.current !== null && isInUse(element.current)) flushSync(() => setGap(undefined));
    };
    const events = ['selectionchange', 'copy'] as const;
    for (const event of events) document.addEventListener(event, mountSelected);
    return () => {
      for (const event of events) document.removeEventListener(event, mountSelected);
    };
  }, [isGap]);
  return (
    <div ref={element} className="markdown-section" style={isGap ? { blockSize: height } : undefined}>
      {!isGap && children}
    </div>
  );
}

/** Whether the section contains the focus, the caret or a part of the selection, which unmounting would lose. */
function isInUse(element: Element): boolean {
  return element.contains(document.activeElement) || getSelection()?.containsNode(element, true) === true;
}
