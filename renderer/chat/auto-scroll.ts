import { createStore } from '../state/store.ts';
import { createScrollAnchor, type ScrollAnchor } from './scroll-anchor.ts';

/** The scroll position of an area. */
type ScrollPosition = Pick<Element, 'scrollTop' | 'scrollHeight' | 'clientHeight'>;

/** About one line. Closer to the end than this counts as at the end. */
const endTolerance = 24;

/** Whether the end of the content is visible. */
export function isAtEnd({ scrollTop, scrollHeight, clientHeight }: ScrollPosition): boolean {
  return scrollHeight - scrollTop - clientHeight <= endTolerance;
}

/**
 * Whether the view still follows the end after a scroll event. Only the user scrolling up stops it, even by one pixel.
 * Content that grows, shrinks or is measured smaller than estimated also scrolls the view, but doesn't count.
 */
export function followsAfterScroll(isFollowing: boolean, topBefore: number, now: ScrollPosition, isByReader: boolean): boolean {
  // A late event of our own scrolling. The user may just have scrolled away from the end.
  if (now.scrollTop === topBefore) return isFollowing;
  if (now.scrollTop > topBefore) return isFollowing || isAtEnd(now);
  return isAtVeryEnd(now) || (isFollowing && !isByReader);
}

function isAtVeryEnd({ scrollTop, scrollHeight, clientHeight }: ScrollPosition): boolean {
  return scrollHeight - scrollTop - clientHeight <= 1;
}

/** Scrolling within this time after a key, click or wheel event counts as the user's. */
const userInputWindowMs = 400;

/** A turn of the wheel scrolls within this many frames, however long they take. */
const wheelFrames = 24;

/** Keeps the end of a streaming area visible, or else the text the user is reading, and reports new content below. */
export function createAutoScroll() {
  const hasNewBelow = createStore(false);
  let area: HTMLElement | undefined;
  let anchor: ScrollAnchor | undefined;
  let isFollowing = true;
  let isGrowing = false;
  let lastTop = 0;
  let lastInputAt = -Infinity;
  /** Of the input, only a press can open a section. */
  let lastPressAt = -Infinity;
  /** Where the view was when the wheel was turned up, until that scrolls it. */
  let wheelTop: number | undefined;
  /** The section that was clicked and may open. */
  let pressedSection: Element | undefined;

  const isRecent = (time: number) => performance.now() - time < userInputWindowMs;
  const scrollToEnd = () => {
    isFollowing = true;
    wheelTop = undefined;
    hasNewBelow.write(false);
    anchor?.clear();
    if (area === undefined) return;
    area.scrollTop = area.scrollHeight;
    lastTop = area.scrollTop;
  };

  /** Continues to follow if the wheel didn't scroll the view. */
  const checkWheel = (framesLeft: number) => {
    requestAnimationFrame(() => {
      if (wheelTop === undefined || area === undefined) return;
      // Content that shrinks scrolls the view too, but leaves it at its end.
      if (area.scrollTop < wheelTop && !isAtVeryEnd(area)) wheelTop = undefined;
      else if (framesLeft === 0) scrollToEnd();
      else checkWheel(framesLeft - 1);
    });
  };

  const onResized = () => {
    if (area === undefined) return;
    if (anchor?.restore() === true) {
      lastTop = area.scrollTop;
      if (wheelTop !== undefined) wheelTop = Math.min(wheelTop, lastTop); // moved by this, not by the wheel
    }
    const hasOpened = pressedSection !== undefined && revealOpenedSection(area, pressedSection);
    if (hasOpened) {
      pressedSection = undefined;
      lastTop = area.scrollTop;
      anchor?.capture();
    }
    // Opening a section must not move the text the user is reading.
    if (!isGrowing && (hasOpened || isRecent(lastPressAt))) isFollowing = isFollowing && isAtEnd(area);
    if (isFollowing) scrollToEnd();
    else if (isGrowing) hasNewBelow.write(!isAtEnd(area));
  };

  return {
    hasNewBelow,
    scrollToEnd,
    /** Whether the view follows the end. */
    isFollowing: (): boolean => isFollowing,
    /** Stops following the end, for example before scrolling to a message. */
    stopFollowing: () => {
      isFollowing = false;
      wheelTop = undefined;
      anchor?.clear();
    },
    /** Call when heights changed, before they are painted. Otherwise the end would visibly jump one frame later. */
    onMeasured: onResized,
    /** Call when scrolling has stopped. */
    onScrollEnd: () => anchor?.capture(),
    /** Call when an answer starts or stops streaming. */
    setStreaming: (isNow: boolean) => {
      isGrowing = isNow;
    },
    /** Observes an area and its content element. Returns a function that stops it. */
    watch: (element: HTMLElement, content: Element): (() => void) => {
      area = element;
      const ownAnchor = (anchor = createScrollAnchor(element));
      const controller = new AbortController();
      const options = { passive: true, capture: true, signal: controller.signal } as const;
      for (const type of ['wheel', 'touchmove', 'pointerdown', 'pointermove', 'keydown'] as const)
        element.addEventListener(
          type,
          (event) => {
            // Moving the pointer doesn't scroll, and pressing in a form is meant for the form.
            if (event.type === 'pointermove' && (event as PointerEvent).buttons === 0) return;
            const isPress = pressEvents.has(event.type);
            if (isPress && event.target instanceof Element && event.target.closest('form')) return;
            lastInputAt = performance.now();
            if (isPress) lastPressAt = lastInputAt;
          },
          options,
        );
      element.addEventListener(
        'keydown',
        (event) => {
          if (!isForView(event)) return;
          // Keys scroll smoothly and start late in a busy window. Following the end until then would interrupt them.
          if (upwardKeys.has(event.key) && element.scrollTop > 0) {
            isFollowing = false;
            wheelTop = undefined;
          }
          // Jumps instead of scrolling smoothly, because changing heights would interrupt a smooth scroll.
          if (event.key === 'Home') {
            ownAnchor.clear();
            element.scrollTop = lastTop = 0;
          }
          if (event.key === 'End') {
            lastInputAt = lastPressAt = -Infinity;
            scrollToEnd();
          }
          if (event.key === 'Home' || event.key === 'End') event.preventDefault();
        },
        { capture: true, signal: controller.signal },
      );
      element.addEventListener(
        'wheel',
        (event) => {
          // In a busy window the scroll event comes long after this one. Following the end until then would undo it.
          if (!isFollowing || event.ctrlKey || event.deltaY >= 0 || lastTop === 0 || isScrolledInside(element, event)) return;
          isFollowing = false;
          wheelTop = lastTop; // the view itself may have scrolled already
          checkWheel(wheelFrames);
        },
        options,
      );
      // Keys and screen readers can open a section that is out of view.
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
        isFollowing = followsAfterScroll(isFollowing, lastTop, element, isRecent(lastInputAt));
        lastTop = element.scrollTop;
        if (isAtEnd(element)) hasNewBelow.write(false);
        // Content far above the end is not rendered and reports no height.
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

/** Whether a key is neither part of a shortcut nor typed into a field. */
function isForView({ target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return !altKey && !ctrlKey && !metaKey && !shiftKey && !(target instanceof Element && target.matches('input, textarea'));
}

/** Whether an element inside the area takes an upward scroll. */
function isScrolledInside(area: Element, { target }: Event): boolean {
  for (let inner = target; inner instanceof Element && inner !== area; inner = inner.parentElement) if (inner.scrollTop > 0) return true;
  return false;
}

/**
 * Scrolls to show the start of a section that was opened at the bottom of the view. Its summary line stays in place if
 * a third of the view is below it. Returns whether the section is open.
 */
function revealOpenedSection(area: HTMLElement, section: Element): boolean {
  const line = section.firstElementChild;
  if (line === null || !section.hasAttribute('open')) return false;
  const { top, bottom, height } = area.getBoundingClientRect();
  const at = line.getBoundingClientRect();
  // Opened out of view by a screen reader. The visible text stays.
  if (at.top < top || at.bottom > bottom) return true;
  const wanted = Math.min(section.getBoundingClientRect().bottom - at.bottom, height / 3);
  area.scrollTop += Math.max(0, wanted - (bottom - at.bottom));
  return true;
}
