import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type Ref,
  type RefCallback,
  type RefObject,
} from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Button, IconButton } from './button.tsx';
import { TextField } from './text-field.tsx';
import './lists.css';
import './messages.css';

/** Rows that can be edited or removed, or `empty` if there are none. The focus stays in the list when a row is removed. */
export function EditableList({
  label,
  fallback,
  empty,
  children,
}: {
  readonly label: string;
  /** Gets the focus when the last row is removed. */
  readonly fallback: RefObject<HTMLElement | null>;
  readonly empty?: ReactNode;
  readonly children: readonly ReactNode[];
}) {
  const list = useRowFocus(fallback);
  if (children.length === 0) return empty;
  return (
    <ul ref={list} className="ui-card plain-list" aria-label={label}>
      {children}
    </ul>
  );
}

/** A row with its content, its controls, and buttons for its actions. */
export function EditableRow({
  icon,
  controls,
  actions,
  children,
}: {
  readonly icon?: ReactNode;
  /** Shown before the actions. */
  readonly controls?: ReactNode;
  readonly actions?: readonly { readonly label: string; readonly icon: ReactNode; readonly onSelect: () => void }[] | undefined;
  readonly children: ReactNode;
}) {
  return (
    <li className="ui-editable-row row wrap">
      {icon !== undefined && <div className="ui-editable-icon muted">{icon}</div>}
      <div className="ui-editable-content stack">{children}</div>
      <div className="row">
        {controls}
        {actions?.map((action) => (
          <IconButton key={action.label} label={action.label} size="sm" icon={action.icon} onClick={action.onSelect} />
        ))}
      </div>
    </li>
  );
}

/** A field whose text becomes a row. It is emptied once the row is added. */
export function AddRowField({
  ref,
  label,
  placeholder,
  addLabel,
  maxLength,
  error,
  parse,
  confirm,
  onAdd,
}: {
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
  readonly placeholder: string;
  readonly addLabel: string;
  readonly maxLength?: number;
  /** Shown if the text is not empty and can't be parsed. */
  readonly error?: string;
  readonly parse?: (typed: string) => string | undefined;
  /** Returns a question to ask before. */
  readonly confirm?: (value: string) => Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'description' | 'confirmLabel'>;
  /** Returns whether the row is added. */
  readonly onAdd: (value: string) => Promise<boolean>;
}) {
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const value = parse === undefined ? typed.trim() : parse(typed);
  const canAdd = value !== undefined && value !== '' && !isBusy;
  const add = async () => {
    if (!canAdd) return;
    setBusy(true);
    if (await onAdd(value)) setTyped((now) => (now === typed ? '' : now)); // the user may have typed the next one
    setBusy(false);
  };
  return (
    <form
      className="ui-field-row"
      onSubmit={(event) => {
        event.preventDefault();
        if (confirm === undefined) void add();
        else if (canAdd) setAsking(true);
      }}
    >
      <TextField
        ref={ref}
        label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        value={typed}
        onChange={setTyped}
        error={typed.trim() !== '' && value === undefined ? error : undefined}
      />
      <Button type="submit" isDisabled={!canAdd}>
        {addLabel}
      </Button>
      {confirm !== undefined && value !== undefined && (
        <ConfirmDialog isOpen={isAsking} onOpenChange={setAsking} {...confirm(value)} onConfirm={() => void add()} />
      )}
    </form>
  );
}

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
    if (!last.control.isConnected && isFocusLost()) (findNext(last) ?? fallback?.current)?.focus();
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

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
