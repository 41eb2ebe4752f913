import { useCallback, useLayoutEffect, useRef, type RefCallback, type RefObject } from 'react';
import { isFocusFree } from '../state/pending-request.ts';

const controls = 'button, [role="switch"]';

/** The control with the focus and its place in the list. */
interface FocusedControl {
  readonly control: Node;
  readonly list: Element;
  readonly row: Element;
  readonly rowIndex: number;
  /** Counted from the end, because only the beginnings of rows differ. */
  readonly indexFromEnd: number;
}

/**
 * Keeps the keyboard focus in a list when the control that has it, or its row, is removed. The focus goes to the same place in the row, in
 * the next row or in the last one, and to `fallback` if the list is empty. Returns the ref of the list.
 */
export function useRowFocus(fallback?: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  const focused = useRef<FocusedControl>(undefined);
  useLayoutEffect(() => {
    const last = focused.current;
    if (last === undefined) return;
    // its row may have moved, and the focus may be elsewhere now
    focused.current = last.control === document.activeElement ? locate(last.control, last.list) : undefined;
    if (!last.control.isConnected && isFocusFree()) (findNext(last) ?? fallback?.current)?.focus();
  });
  return useCallback((list: HTMLElement | null) => {
    const onFocus = ({ target }: FocusEvent) => {
      focused.current = list !== null && target instanceof Node ? locate(target, list) : undefined;
    };
    list?.addEventListener('focusin', onFocus);
    list?.addEventListener('keydown', ignoreHeldEnter);
    return () => {
      list?.removeEventListener('focusin', onFocus);
      list?.removeEventListener('keydown', ignoreHeldEnter);
    };
  }, []);
}

/** A held key would delete row after row. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter' && event.target instanceof HTMLButtonElement) event.preventDefault();
}

function locate(control: Node, list: Element): FocusedControl | undefined {
  const rows = [...list.children];
  const rowIndex = rows.findIndex((row) => row.contains(control));
  const row = rows[rowIndex];
  return (
    row && {
      control,
      list,
      row,
      rowIndex,
      indexFromEnd: findControls(row)
        .toReversed()
        .findIndex((each) => each === control),
    }
  );
}

function findNext({ list, row, rowIndex, indexFromEnd }: FocusedControl): HTMLElement | undefined {
  if (!list.isConnected) return undefined;
  const next = row.isConnected ? row : (list.children[rowIndex] ?? list.lastElementChild);
  const found = next === null ? [] : findControls(next);
  return found.at(-1 - indexFromEnd) ?? found[0];
}

function findControls(row: Element): readonly HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(controls)];
}
