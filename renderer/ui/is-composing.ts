/** The key code of every key that an input method handles. */
const inputMethodKeyCode = 229;

/** Whether a key press belongs to an input method that composes a word. Safari ends the composition before the key that confirms it. */
export function isComposing(press: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return press.isComposing || press.keyCode === inputMethodKeyCode;
}
