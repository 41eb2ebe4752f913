/** Ref callback: focuses the step's chosen option or first field, because the previously focused element was unmounted. */
export function focusFirst(content: HTMLElement | null): void {
  const chosen = content?.querySelector<HTMLElement>('[role="radio"][aria-checked="true"]');
  (chosen ?? content?.querySelector<HTMLElement>('input:not([type="hidden"])'))?.focus();
}
