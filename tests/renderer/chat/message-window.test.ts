import { describe, expect, test } from 'vitest';
import { withMessage, withNewer, withOlder, type MessageWindow } from '../../../renderer/chat/message-window.ts';
import { storedAnswer, userMessage } from './answers.ts';

const a = userMessage('a');
const b = storedAnswer('b', { parentId: 'a' });
const c = userMessage('c', { parentId: 'b' });
const whole: MessageWindow = { messages: [a, b, c], hasOlder: false, hasNewer: false };
const ids = ({ messages }: MessageWindow) => messages.map(({ id }) => id);

describe('a message that was made or changed', () => {
  test('takes the place of its former self (catches an answer shown twice)', () => {
    const done = storedAnswer('b', { parentId: 'a', state: 'stopped' });
    expect(withMessage(whole, done).messages).toEqual([a, done, c]);
  });

  test('goes to the end where its parent is the last', () => {
    expect(ids(withMessage(whole, storedAnswer('d', { parentId: 'c' })))).toEqual(['a', 'b', 'c', 'd']);
  });

  test('begins another branch where its parent is not the last (catches two answers in a row)', () => {
    expect(ids(withMessage(whole, storedAnswer('b2', { parentId: 'a', siblings: ['b', 'b2'] })))).toEqual(['a', 'b2']);
  });

  test('begins the conversation anew where it has no parent (catches an edited first message that is lost)', () => {
    expect(ids(withMessage(whole, userMessage('a2', { siblings: ['a', 'a2'] })))).toEqual(['a2']);
  });

  test('waits further down where its parent is not at hand (catches a gap without a sign)', () => {
    const middle = { ...whole, hasNewer: true };
    expect(withMessage(middle, storedAnswer('z', { parentId: 'y' }))).toBe(middle);
    expect(withMessage(middle, storedAnswer('d', { parentId: 'c', siblings: ['d'] }))).toBe(middle);
  });
});

describe('more of a conversation', () => {
  test('joins before and behind, each message once (catches doubles at the seam)', () => {
    const older = withOlder({ messages: [b, c], hasOlder: true, hasNewer: true }, { messages: [a, b], hasOlder: false, hasNewer: true });
    expect(older).toEqual({ messages: [a, b, c], hasOlder: false, hasNewer: true });
    const newer = withNewer({ messages: [a, b], hasOlder: true, hasNewer: true }, { messages: [b, c], hasOlder: true, hasNewer: false });
    expect(newer).toEqual({ messages: [a, b, c], hasOlder: true, hasNewer: false });
  });
});
