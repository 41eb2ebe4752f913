import type { SearchHit } from '../../electron/contract/history.ts';
import { scrollToRange } from '../shared/scroll-to-range.ts';

/** Marks what was found in the message it was found in. */
export interface SearchHitHighlight {
  /** Waits until the message is drawn; the mark before goes. */
  readonly put: (hit: SearchHit) => void;
  readonly clear: () => void;
}

const name = 'search-hit';
const longestWait = 5000;

/** Makes the mark. The message is another feature's: it is known here by its attribute alone, and its elements are left as they are. */
export function createSearchHitHighlight(): SearchHitHighlight {
  let take: () => void = () => undefined;

  const clear = () => {
    take();
    take = () => undefined;
  };
  const put = ({ messageId, excerpt }: SearchHit) => {
    clear();
    const words = new Set(excerpt.filter(({ isHit }) => isHit).map(({ text }) => text.toLowerCase()));
    if (messageId === null || words.size === 0) return;
    const deadline = performance.now() + longestWait;
    let frame = 0;
    const look = () => {
      const message = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`);
      if (message !== null) take = mark(message, words);
      else if (performance.now() < deadline) frame = requestAnimationFrame(look);
    };
    take = () => {
      cancelAnimationFrame(frame);
    };
    look();
  };
  return { put, clear };
}

function mark(message: HTMLElement, words: ReadonlySet<string>): () => void {
  let hasUnfolded = false;
  let first: StaticRange | undefined;
  const area = message.closest<HTMLElement>('[role="log"]');
  const lead = area === null ? undefined : scrollToRange(area, () => first);
  const draw = () => {
    const ranges = rangesIn(message, words);
    CSS.highlights.set(name, new Highlight(...ranges));
    first = ranges[0];
    lead?.scroll();
    if (ranges.length > 0 || hasUnfolded) return;
    // It is in what lies folded, such as the thinking: that is drawn only once it is opened.
    hasUnfolded = true;
    for (const summary of message.querySelectorAll<HTMLElement>('details:not([open]) > summary')) summary.click();
  };
  // Parts of a message are drawn after it, such as code.
  const observer = new MutationObserver(draw);
  observer.observe(message, { childList: true, subtree: true, characterData: true });
  message.dataset['found'] = '';
  draw();
  return () => {
    observer.disconnect();
    lead?.stop();
    CSS.highlights.delete(name);
    delete message.dataset['found'];
  };
}

function rangesIn(message: HTMLElement, words: ReadonlySet<string>): readonly StaticRange[] {
  const ranges: StaticRange[] = [];
  const walker = document.createTreeWalker(message, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase();
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        ranges.push(new StaticRange({ startContainer: node, startOffset: at, endContainer: node, endOffset: at + word.length }));
      }
    }
  }
  return ranges;
}
