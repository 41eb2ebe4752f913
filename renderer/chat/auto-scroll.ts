import { createStore, type Store } from '../state/store.ts';
import { createScrollAnchor, type ScrollAnchor } from './scroll-anchor.ts';

/** Where a scrolled area stands, in pixels. */
interface ScrollMetrics {
  readonly top: number;
  /** Of all that can be scrolled. */
  readonly height: number;
  /** Of what is seen at once. */
  readonly view: number;
}

/** About one line: who is that near to the end wants to be there. */
const endTolerance = 24;

/** Whether the end of the content is in sight. */
export function isAtEnd({ top, height, view }: ScrollMetrics): boolean {
  return height - top - view <= endTolerance;
}

/**
 * Whether the view still follows the end after a scroll. Only the reader's own move upwards leaves it, be it ever so
 * small: content that grew, shrank, or turned out smaller than it was taken for moves the view too, and means nothing.
 */
export function followsAfterScroll(isFollowing: boolean, topBefore: number, now: ScrollMetrics, isByReader: boolean): boolean {
  // The late news of a move that was the view's own, when its reader may just have let go of the end.
  if (now.top === topBefore) return isFollowing;
  const isAtVeryEnd = now.height - now.top - now.view <= 1;
  if (isByReader && now.top < topBefore && !isAtVeryEnd) return false;
  return isFollowing || isAtEnd(now);
}

/** Keeps in sight what its reader looks at: the end of a growing area, or else the words they are at, told of what came below. */
interface AutoScroll {
  readonly hasNewBelow: Store<boolean>;
  /** Watches an area and the one element in it that holds its content, until the returned function is called. */
  readonly watch: (area: HTMLElement, content: Element) => () => void;
  readonly scrollToEnd: () => void;
  /** Whether the end is what the reader looks at. */
  readonly isFollowing: () => boolean;
  /** Lets go of the end, as when another place is brought into sight. */
  readonly stopFollowing: () => void;
  /** To be told of heights before they are painted: the end is not to be seen jumping there a frame later. */
  readonly onMeasured: () => void;
  /** To be told when the view has come to rest. */
  readonly onScrollEnd: () => void;
  /** To be told whether an answer is being written. */
  readonly setStreaming: (isStreaming: boolean) => void;
}

/** How long after a key, a click or a turn of the wheel a move is taken for the reader's own. */
const userInputWindowMs = 400;

/** Makes the follower; it begins at the end. */
export function createAutoScroll(): AutoScroll {
  const hasNewBelow = createStore(false);
  let area: HTMLElement | undefined;
  let anchor: ScrollAnchor | undefined;
  let isFollowing = true;
  let isGrowing = false;
  let lastTop = 0;
  let lastInputAt = -Infinity;
  /** What was pressed and may unfold. */
  let pressedSection: Element | undefined;

  const isByReader = () => performance.now() - lastInputAt < userInputWindowMs;
  const scrollToEnd = () => {
    isFollowing = true;
    hasNewBelow.write(false);
    anchor?.clear();
    if (area === undefined) return;
    area.scrollTop = area.scrollHeight;
    lastTop = area.scrollTop;
  };

  const onResized = () => {
    if (area === undefined) return;
    if (anchor?.restore() === true) lastTop = area.scrollTop;
    const hasOpened = pressedSection !== undefined && revealOpenedSection(area, pressedSection);
    if (hasOpened) {
      pressedSection = undefined;
      lastTop = area.scrollTop;
      anchor?.capture();
    }
    // A section was unfolded in sight: what its reader looks at stays where it is.
    if (!isGrowing && (hasOpened || isByReader())) isFollowing = isFollowing && isAtEnd(measureScroll(area));
    if (isFollowing) scrollToEnd();
    else if (isGrowing) hasNewBelow.write(!isAtEnd(measureScroll(area)));
  };

  return {
    hasNewBelow,
    scrollToEnd,
    isFollowing: () => isFollowing,
    stopFollowing: () => {
      isFollowing = false;
      anchor?.clear();
    },
    onMeasured: onResized,
    onScrollEnd: () => anchor?.capture(),
    setStreaming: (isNow) => {
      isGrowing = isNow;
    },
    watch: (element, content) => {
      area = element;
      const ownAnchor = (anchor = createScrollAnchor(element));
      const controller = new AbortController();
      const options = { passive: true, capture: true, signal: controller.signal } as const;
      const onUserInput = () => {
        lastInputAt = performance.now();
      };
      for (const type of ['wheel', 'touchmove', 'pointerdown', 'pointermove', 'keydown'] as const)
        element.addEventListener(
          type,
          (event) => {
            // A pointer that merely passes over moves nothing, and what is pressed in a form is meant for the form.
            const isIdle = event.type === 'pointermove' && (event as PointerEvent).buttons === 0;
            if (!isIdle && !(pressEvents.has(event.type) && event.target instanceof Element && event.target.closest('form'))) onUserInput();
          },
          options,
        );
      element.addEventListener(
        'keydown',
        (event) => {
          if (!isForView(event)) return;
          // A key moves the view smoothly and begins late in a busy window: to follow on until then would stop it half-way.
          if (upwardKeys.has(event.key) && element.scrollTop > 0) isFollowing = false;
          // All the way at once: heights that are measured on the way, or grow, would stop a smooth move, too.
          if (event.key === 'Home') {
            ownAnchor.clear();
            element.scrollTop = lastTop = 0;
          }
          if (event.key === 'End') {
            lastInputAt = -Infinity;
            scrollToEnd();
          }
          if (event.key === 'Home' || event.key === 'End') event.preventDefault();
        },
        { capture: true, signal: controller.signal },
      );
      // What is pressed may unfold something out of sight: keys reach it there, and so does software for the blind.
      for (const type of ['keydown', 'click'] as const) element.addEventListener(type, ownAnchor.capture, options);
      element.addEventListener(
        'click',
        ({ target }) => {
          pressedSection = (target instanceof Element && target.closest('summary')?.parentElement) || undefined;
        },
        options,
      );
      const onScroll = () => {
        ownAnchor.onScroll();
        const now = measureScroll(element);
        isFollowing = followsAfterScroll(isFollowing, lastTop, now, isByReader());
        lastTop = now.top;
        if (isAtEnd(now)) hasNewBelow.write(false);
        // Far above it what grows is not drawn, and tells of no height.
        else if (isGrowing && !isFollowing) hasNewBelow.write(true);
      };
      const resizes = new ResizeObserver((entries) => {
        if (entries.some(({ target }) => target === content)) onResized();
        else if (isFollowing) scrollToEnd();
      });
      element.addEventListener('scroll', onScroll, { passive: true, signal: controller.signal });
      resizes.observe(element);
      resizes.observe(content);
      return () => {
        controller.abort();
        resizes.disconnect();
        area = undefined;
        anchor = undefined;
      };
    },
  };
}

const pressEvents: ReadonlySet<string> = new Set(['pointerdown', 'keydown']);
const upwardKeys: ReadonlySet<string> = new Set(['Home', 'PageUp', 'ArrowUp']);

/** Whether a key is neither part of a shortcut nor meant for a field. */
function isForView({ target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return !altKey && !ctrlKey && !metaKey && !shiftKey && !(target instanceof Element && target.matches('input, textarea'));
}

function measureScroll(element: HTMLElement): ScrollMetrics {
  return { top: element.scrollTop, height: element.scrollHeight, view: element.clientHeight };
}

/**
 * Sees to it that of a section that was just unfolded something can be read, also where its line is at the very end of the view.
 * The line stays where it was pressed as long as a third of the view is below it. Tells whether the section is open at all.
 */
function revealOpenedSection(area: HTMLElement, section: Element): boolean {
  const line = section.firstElementChild;
  if (line === null || !section.hasAttribute('open')) return false;
  const { top, bottom, height } = area.getBoundingClientRect();
  const at = line.getBoundingClientRect();
  // Opened out of sight, by software for the blind: what is read meanwhile stays.
  if (at.top < top || at.bottom > bottom) return true;
  const wanted = Math.min(section.getBoundingClientRect().bottom - at.bottom, height / 3);
  area.scrollTop += Math.max(0, wanted - (bottom - at.bottom));
  return true;
}
