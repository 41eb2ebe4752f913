import { useEffect, useRef, useState, type ReactNode } from 'react';

/** A message with more sections unmounts those out of view. */
export const maxEagerSections = 3;

/** Sections within this distance of the view stay mounted. */
const margin = '1000px 0px';

/**
 * A group of blocks. In a long message, a section far out of view is replaced by a gap of its height, so that only the
 * visible part costs memory.
 */
export function LazySection({ isLong, children }: { readonly isLong: boolean; readonly children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const [gap, setGap] = useState<number>();
  useEffect(() => {
    const { current } = element;
    if (!isLong || current === null) return undefined;
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
  }, [isLong]);
  return (
    <div ref={element} className="markdown-section" style={gap === undefined ? undefined : { blockSize: gap }}>
      {gap === undefined && children}
    </div>
  );
}

/** Whether the section contains the focus or a selection, which unmounting would lose. */
function isInUse(element: Element): boolean {
  const selection = getSelection();
  return (
    element.contains(document.activeElement) || (selection !== null && !selection.isCollapsed && selection.containsNode(element, true))
  );
}
