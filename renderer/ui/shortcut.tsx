import './buttons.css';

/** A key pressed with the platform's command key (⌘ on a Mac, Ctrl elsewhere), optionally with Shift and Alt, or alone. */
export interface Shortcut {
  /** One lower-case letter or digit, or a named key such as "Enter". */
  readonly key: string;
  readonly isShift?: boolean;
  readonly isAlt?: boolean;
  /** Whether it is pressed without the command key, such as F1. */
  readonly isAlone?: boolean;
}

/** The fields of a keyboard event that matter. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'isComposing'> &
  Partial<Pick<KeyboardEvent, 'getModifierState'>>;

/** Whether a key press is the shortcut on this platform. */
export function matchesShortcut(press: KeyPress, shortcut: Shortcut, isMac: boolean): boolean {
  // AltGr types a letter, and Windows reports it as Ctrl and Alt.
  if (press.isComposing || press.getModifierState?.('AltGraph') === true) return false;
  const command = isMac ? press.metaKey : press.ctrlKey;
  const other = isMac ? press.ctrlKey : press.metaKey;
  if (command === (shortcut.isAlone ?? false) || other) return false;
  if (press.shiftKey !== (shortcut.isShift ?? false) || press.altKey !== (shortcut.isAlt ?? false)) return false;
  return isKey(press, shortcut.key);
}

/** Returns the key names of a shortcut in the platform's order. */
export function shortcutKeys({ key, isShift, isAlt, isAlone = false }: Shortcut, isMac: boolean): readonly string[] {
  const name = key.length === 1 ? key.toUpperCase() : key;
  return isMac
    ? [isAlt === true && '⌥', isShift === true && '⇧', !isAlone && '⌘', name].filter((part) => part !== false)
    : [!isAlone && 'Ctrl', isAlt === true && 'Alt', isShift === true && 'Shift', name].filter((part) => part !== false);
}

/** Formats a shortcut for `aria-keyshortcuts`. */
export function ariaShortcut({ key, isShift, isAlt, isAlone = false }: Shortcut, isMac: boolean): string {
  const parts = [!isAlone && (isMac ? 'Meta' : 'Control'), isAlt === true && 'Alt', isShift === true && 'Shift', key.toUpperCase()];
  return parts.filter((part) => part !== false).join('+');
}

function isKey(press: KeyPress, key: string): boolean {
  if (press.key.toLowerCase() === key.toLowerCase()) return true;
  // On layouts where digits need Shift (French) or letters are not Latin (Greek, Cyrillic), the position of the key decides.
  if (/^[0-9]$/u.test(key)) return press.code === `Digit${key}` || press.code === `Numpad${key}`;
  const isLatin = /^[a-z]$/iu.test(press.key);
  return /^[a-z]$/u.test(key) && !isLatin && press.code === `Key${key.toUpperCase()}`;
}

/** Shows keys that are pressed together. */
export function Kbd({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="ui-kbd">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}

/** The key code of every key that an input method handles. */
const inputMethodKeyCode = 229;

/** Whether a key press belongs to an input method that composes a word. Safari ends the composition before the key that confirms it. */
export function isComposing(press: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return press.isComposing || press.keyCode === inputMethodKeyCode;
}
