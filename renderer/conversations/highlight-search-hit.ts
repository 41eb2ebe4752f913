import type { SearchHit } from '../../electron/contract/history.ts';
import { scrollToRange } from '../shared/scroll-to-range.ts';
import { createHighlight, findTextRanges, unfoldSelector } from '../shared/text-ranges.ts';

/** Highlights a search hit in its message. */
export interface SearchHitHighlight {
  /** Waits until the message is rendered. Replaces the highlight before. */
  readonly show: (hit: SearchHit) => void;
  readonly clear: () => void;
}

const name = 'search-hit';
const maxWaitMs = 10_000;

/** Creates the highlight. The message belongs to another feature, so it is found by its attribute and its elements are not changed. */
export function createSearchHitHighlight(): SearchHitHighlight {
  let cleanUp: () => void = () => undefined;

  const clear = () => {
    cleanUp();
    cleanUp = () => undefined;
  };
  const put = ({ messageId, excerpt }: SearchHit) => {
    clear();
    const words = new Set(excerpt.filter(({ isHit }) => isHit).map(({ text }) => text.toLowerCase()));
    if (messageId === null || words.size === 0) return;
    const deadline = performance.now() + maxWaitMs;
    let frame = 0;
    const tryHighlight = () => {
      const message = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`);
      if (message !== null) cleanUp = highlightWords(message, words);
      else if (performance.now() < deadline) frame = requestAnimationFrame(tryHighlight);
    };
    cleanUp = () => {
      cancelAnimationFrame(frame);
    };
    tryHighlight();
  };
  return { show: put, clear };
}

function highlightWords(message: HTMLElement, words: ReadonlySet<string>): () => void {
  let hasOpened = false;
  let first: StaticRange | undefined;
  const area = message.closest<HTMLElement>('[role="log"]');
  const scroll = area === null ? undefined : scrollToRange(area, () => first);
  const draw = () => {
    const ranges = findTextRanges(message, words);
    CSS.highlights.set(name, createHighlight(ranges));
    first = ranges[0];
    scroll?.scroll();
    if (ranges.length > 0 || hasOpened) return;
    // The hit is in a collapsed section, such as reasoning, or in the rest of a long message, which is rendered only when opened.
    hasOpened = true;
    for (const opener of message.querySelectorAll<HTMLElement>(`details:not([open]) > summary, ${unfoldSelector}`)) opener.click();
  };
  // Parts of a message, such as code, are rendered later.
  const observer = new MutationObserver(draw);
  observer.observe(message, { childList: true, subtree: true, characterData: true });
  message.dataset['found'] = '';
  draw();
  return () => {
    observer.disconnect();
    scroll?.stop();
    CSS.highlights.delete(name);
    delete message.dataset['found'];
  };
}
