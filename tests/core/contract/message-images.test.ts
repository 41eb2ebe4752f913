import { expect, test } from 'vitest';
import type { Image } from '../../../electron/contract/image.ts';
import { chooseSentImages } from '../../../electron/contract/message-images.ts';

const image = (name: string): Image => ({ hash: 'a'.repeat(64), type: 'image/png', width: 1, height: 1, bytes: 1, name, alternative: '' });
const messages = [
  { role: 'user', images: [image('1'), image('2')] },
  { role: 'assistant' },
  { role: 'tool', images: [image('3')] },
  { role: 'user', images: [image('4')] },
] as const;

test.each([
  [{}, '1234'],
  [{ imagesPerRequest: 3 }, '234'],
  [{ imagesPerRequest: 1 }, '4'],
  [{ seesImages: true, imagesPerRequest: 9 }, '1234'],
  [{ seesImages: false }, ''],
])('sends the newest images of a conversation that a model takes: %j', (model, names) =>
  expect(
    chooseSentImages(messages, model)
      .map(({ name }) => name)
      .join(''),
  ).toBe(names),
);
