import { useEffect, useRef, useState, type ReactNode } from 'react';

/** A message of no more groups than this is there as a whole. */
export const maxEagerSections = 3;

/** How far outside of what is seen a group is still there. */
const margin = '1000px 0px';

/**
 * A group of blocks. In a long message one that is far out of sight is taken away, and a gap of its height is left:
 * a message of any length costs no more than what is seen of it.
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
      // the margin is that of the area which scrolls, and not of the window
      { scrollMargin: margin },
    );
    observer.observe(current);
    return () => {
      observer.disconnect();
    };
  }, [isLong]);
  return (
    <div ref={element} className="reading-section" style={gap === undefined ? undefined : { blockSize: gap }}>
      {gap === undefined && children}
    </div>
  );
}

/** Whether the reader has the focus or a selection in it, which would be lost. */
function isInUse(element: Element): boolean {
  const selection = getSelection();
  return (
    element.contains(document.activeElement) || (selection !== null && !selection.isCollapsed && selection.containsNode(element, true))
  );
}
