/**
 * Sees to it that of a section that was just unfolded something can be read, also where its line is at the very end of the view.
 * The line stays where it was pressed as long as a third of the view is below it. Tells whether the section is open at all.
 */
export function revealOpenedSection(area: HTMLElement, section: Element): boolean {
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
