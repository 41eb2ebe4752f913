const all = 'find';
const current = 'find-current';

/** Marks a text, which is not empty, wherever it stands in an area, without touching the area's elements; returns what takes the marks away. */
export function highlightFinds(area: HTMLElement, text: string, currentMessage: Element | null): () => void {
  const wanted = text.toLowerCase();
  const everywhere = new Highlight();
  const here = new Highlight();
  const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const words = (node.nodeValue ?? '').toLowerCase();
    for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + wanted.length)) {
      const range = new StaticRange({ startContainer: node, startOffset: at, endContainer: node, endOffset: at + wanted.length });
      (currentMessage?.contains(node) === true ? here : everywhere).add(range);
    }
  }
  CSS.highlights.set(all, everywhere);
  CSS.highlights.set(current, here);
  return () => {
    CSS.highlights.delete(all);
    CSS.highlights.delete(current);
  };
}
