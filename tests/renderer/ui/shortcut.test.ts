import { describe, expect, test } from 'vitest';
import { ariaShortcut, matchesShortcut, shortcutKeys, type KeyPress, isComposing } from '../../../renderer/ui/shortcut.tsx';

const press = (over: Partial<KeyPress>): KeyPress => ({
  key: 'k',
  code: 'KeyK',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  isComposing: false,
  ...over,
});

describe('matchesShortcut', () => {
  test('uses ⌘ on a Mac and Ctrl elsewhere, never the other (catches Ctrl+K eaten on a Mac)', () => {
    expect(matchesShortcut(press({ ctrlKey: true }), { key: 'k' }, false)).toBe(true);
    expect(matchesShortcut(press({ metaKey: true }), { key: 'k' }, true)).toBe(true);
    expect(matchesShortcut(press({ metaKey: true }), { key: 'k' }, false)).toBe(false);
    expect(matchesShortcut(press({ ctrlKey: true }), { key: 'k' }, true)).toBe(false);
    expect(matchesShortcut(press({ ctrlKey: true, metaKey: true }), { key: 'k' }, false)).toBe(false);
  });

  test('requires exactly its modifiers (catches Ctrl+Shift+K and AltGr running Ctrl+K)', () => {
    expect(matchesShortcut(press({ ctrlKey: true, shiftKey: true }), { key: 'k' }, false)).toBe(false);
    expect(matchesShortcut(press({ ctrlKey: true, altKey: true }), { key: 'k' }, false)).toBe(false);
    expect(matchesShortcut(press({ ctrlKey: true, shiftKey: true, key: 'K' }), { key: 'k', isShift: true }, false)).toBe(true);
  });

  test('ignores letters typed with AltGr (catches a Polish ń that opens a conversation)', () => {
    const letter = press({ ctrlKey: true, altKey: true, key: 'ń', code: 'KeyN' });
    expect(matchesShortcut(letter, { key: 'n', isAlt: true }, false)).toBe(true);
    expect(matchesShortcut({ ...letter, getModifierState: (name) => name === 'AltGraph' }, { key: 'n', isAlt: true }, false)).toBe(false);
  });

  test('works with Caps Lock, on French digits and on Cyrillic letters (catches layouts other than the author’s)', () => {
    expect(matchesShortcut(press({ ctrlKey: true, key: 'K' }), { key: 'k' }, false)).toBe(true);
    expect(matchesShortcut(press({ ctrlKey: true, key: '&', code: 'Digit1' }), { key: '1' }, false)).toBe(true);
    expect(matchesShortcut(press({ ctrlKey: true, key: 'л', code: 'KeyK' }), { key: 'k' }, false)).toBe(true);
  });

  test('uses the letter, not the key position, on Latin layouts (catches Dvorak’s Ctrl+T taken for Ctrl+K)', () =>
    expect(matchesShortcut(press({ ctrlKey: true, key: 't', code: 'KeyK' }), { key: 'k' }, false)).toBe(false));

  test('ignores keys while an input method composes (catches lost Chinese or Japanese input)', () =>
    expect(matchesShortcut(press({ ctrlKey: true, isComposing: true }), { key: 'k' }, false)).toBe(false));
});

describe('shortcutKeys', () => {
  test('uses the platform’s names and order (catches "Ctrl" on a Mac)', () => {
    expect(shortcutKeys({ key: 'k', isShift: true }, false)).toEqual(['Ctrl', 'Shift', 'K']);
    expect(shortcutKeys({ key: 'k', isShift: true }, true)).toEqual(['⇧', '⌘', 'K']);
    expect(ariaShortcut({ key: '1' }, true)).toBe('Meta+1');
  });
});

test.each([
  ['a key during a composition', true, 13, true],
  ['the key that confirms a word in Safari', false, 229, true],
  ['Enter', false, 13, false],
])('%s (catches half a Japanese word sent)', (_, isDuring, keyCode, expected) => {
  expect(isComposing({ isComposing: isDuring, keyCode })).toBe(expected);
});
