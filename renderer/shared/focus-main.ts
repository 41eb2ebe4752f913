/** Focuses the element that the screen marks with `data-first-focus`, or the main area itself. */
export function focusMain(): void {
  const main = document.getElementById('main');
  (main?.querySelector<HTMLElement>('[data-first-focus]') ?? main)?.focus();
}
