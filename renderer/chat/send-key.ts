import type { Settings } from '../../electron/contract/settings.ts';

/** Whether a key press sends what was written; the other of the two keys begins a new line. */
export function isSendKey(
  press: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing'>,
  sendsWith: Settings['chat']['sendsWith'],
): boolean {
  // While an input method composes, Enter chooses a word.
  if (press.key !== 'Enter' || press.isComposing || press.shiftKey || press.altKey) return false;
  const hasCommand = press.ctrlKey || press.metaKey;
  return sendsWith === 'enter' || hasCommand;
}
