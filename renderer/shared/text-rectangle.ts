/** Returns where a part of the text in an element is drawn, or null. */
export function rectOfText(element: HTMLElement, start: number, end: number): DOMRect | null {
  const range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let at = 0;
  let hasStart = false;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    if (!hasStart && start < at + length) {
      range.setStart(node, start - at);
      hasStart = true;
    }
    if (hasStart) {
      const isLast = end <= at + length;
      range.setEnd(node, isLast ? end - at : length);
      if (isLast) break;
    }
    at += length;
  }
  if (!hasStart) return null;
  // a token may be wrapped, and then its first line is where it begins
  return [...range.getClientRects()].find(({ width }) => width > 0) ?? range.getBoundingClientRect();
}
