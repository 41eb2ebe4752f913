import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTokenTrack } from '../../../renderer/shared/token-track.ts';

const tokens = (...texts: string[]) => texts.map((text, index) => ({ text, logprob: -index }));

test('places tokens that arrive with their text, piece by piece (catches offsets that drift in a stream)', () =>
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 60 }), fc.nat(5), (texts, batch) => {
      const clean = texts.map((text) => text.replaceAll('\uFFFD', '?'));
      const track = createTokenTrack();
      for (let at = 0; at < clean.length; at += batch + 1) {
        const part = clean.slice(at, at + batch + 1);
        track.append(tokens(...part), part.join(''));
      }
      let offset = 0;
      for (const [index, text] of clean.entries()) {
        expect(track.at(index)).toMatchObject({ start: offset, end: offset + text.length });
        offset += text.length;
      }
      expect(track.count()).toBe(clean.length);
    }),
  ));

test('waits with a half character until it is complete (catches a mark on half an emoji)', () => {
  const track = createTokenTrack();
  track.append(tokens('Hi ', '\uFFFD'), 'Hi ');
  track.append(tokens(''), '🙂');
  track.append(tokens('!'), '!');
  expect([0, 1, 2, 3].map((index) => track.at(index)).map(({ start, end }) => [start, end])).toEqual([
    [0, 3],
    [3, 3],
    [3, 5],
    [5, 6],
  ]);
});

test('finds the token at an offset and keeps unknown probabilities apart from certain ones', () => {
  const track = createTokenTrack();
  track.append([{ text: 'ab', logprob: null }, ...tokens('cd')], 'abcd');
  expect([track.firstAfter(0), track.firstAfter(1), track.firstAfter(2), track.firstAfter(4)]).toEqual([0, 0, 1, 2]);
  expect([track.at(0).logprob, track.at(1).logprob]).toEqual([null, -0]);
  const first = track.sliced(1);
  expect(first.end()).toBe(2);
  first.append(tokens('x'), 'x');
  expect([first.count(), track.count(), first.at(1).end]).toEqual([2, 2, 3]);
});
