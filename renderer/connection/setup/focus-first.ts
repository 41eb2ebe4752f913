/** Puts the focus where the answer is expected: what had it went with the step before. For a `ref`. */
export function focusFirst(content: HTMLElement | null): void {
  content?.querySelector<HTMLElement>('input:not([type="hidden"]), [role="radio"][tabindex="0"]')?.focus();
}
