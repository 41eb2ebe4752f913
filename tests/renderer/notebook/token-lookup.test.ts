import { expect, test } from 'vitest';
import { findToken, neighbourToken, tokenAtCursor } from '../../../renderer/notebook/token-tracks.ts';
import { createTokenTrack } from '../../../renderer/shared/token-track.ts';

const track = createTokenTrack();
track.append(
  [' red', '', ' fox', ' ran'].map((text) => ({ text, logprob: -1 })),
  ' red fox ran',
);
const tracks = { of: (id: string | null) => (id === 'm' ? track : undefined) };
/** “The red fox”, whose last token was edited away, then a text of the user. */
const byModel = [{ start: 3, end: 11, messageId: 'm', from: 0 }];

test('finds the visible token at an offset, and none in the user’s text or in a cut one (catches alternatives to other tokens)', () => {
  expect(findToken(byModel, tracks, 3)).toEqual({ messageId: 'm', index: 0, start: 3, end: 7 });
  expect(findToken(byModel, tracks, 10)).toEqual({ messageId: 'm', index: 2, start: 7, end: 11 });
  expect([findToken(byModel, tracks, 2), findToken(byModel, tracks, 11)]).toEqual([undefined, undefined]);
  expect(findToken([{ start: 3, end: 9, messageId: 'm', from: 0 }], tracks, 8)).toBeUndefined();
  expect(findToken([{ start: 0, end: 4, messageId: 'm', from: 4 }], tracks, 1)).toEqual({ messageId: 'm', index: 2, start: 0, end: 4 });
});

test('takes the token before the cursor at the end of the model’s text, and moves over invisible ones', () => {
  const last = tokenAtCursor(byModel, tracks, 11);
  expect(last?.index).toBe(2);
  const first = last && neighbourToken(byModel, tracks, last, -1);
  expect(first?.index).toBe(0);
  expect([first && neighbourToken(byModel, tracks, first, -1), last && neighbourToken(byModel, tracks, last, 1)]).toEqual([
    undefined,
    undefined,
  ]);
});
