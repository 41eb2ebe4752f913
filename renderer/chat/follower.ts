import { createStore, type Store } from '../state/store.ts';
import { followsAfterScroll, isAtEnd, type Scrolled } from './follow.ts';

/** Keeps the end of a growing area in sight while its reader is there, and tells of what came below otherwise. */
export interface Follower {
  readonly hasNewBelow: Store<boolean>;
  /** Watches an area and the one element in it that holds its content, until the returned function is called. */
  readonly watch: (area: HTMLElement, content: Element) => () => void;
  readonly toEnd: () => void;
  /** To be told after each change of the content's structure, before it is painted. */
  readonly update: (isGrowing: boolean, count: number) => void;
}

/** Makes the follower; it begins at the end. */
export function createFollower(): Follower {
  const hasNewBelow = createStore(false);
  let area: HTMLElement | undefined;
  let isFollowing = true;
  let isGrowing = false;
  let lastTop = 0;
  let lastCount = 0;

  const toEnd = () => {
    isFollowing = true;
    hasNewBelow.write(false);
    if (area === undefined) return;
    area.scrollTop = area.scrollHeight;
    lastTop = area.scrollTop;
  };

  return {
    hasNewBelow,
    toEnd,
    update: (grows, count) => {
      isGrowing = grows;
      // A new turn is the user's own doing: they want to see it.
      if (isFollowing || count !== lastCount) toEnd();
      lastCount = count;
    },
    watch: (element, content) => {
      area = element;
      toEnd();
      const onScroll = () => {
        const now = scrolled(element);
        isFollowing = followsAfterScroll(isFollowing, lastTop, now);
        lastTop = now.top;
        if (isAtEnd(now)) hasNewBelow.write(false);
      };
      const resizes = new ResizeObserver((entries) => {
        const isContent = entries.some(({ target }) => target === content);
        // A section was unfolded: what its reader looks at stays where it is.
        if (isContent && !isGrowing) isFollowing = isAtEnd(scrolled(element));
        else if (isFollowing) toEnd();
        else if (isContent) hasNewBelow.write(!isAtEnd(scrolled(element)));
      });
      element.addEventListener('scroll', onScroll, { passive: true });
      resizes.observe(element);
      resizes.observe(content);
      return () => {
        element.removeEventListener('scroll', onScroll);
        resizes.disconnect();
        area = undefined;
      };
    },
  };
}

function scrolled(element: HTMLElement): Scrolled {
  return { top: element.scrollTop, height: element.scrollHeight, view: element.clientHeight };
}
