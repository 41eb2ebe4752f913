import { expect, test } from 'vitest';
import { estimateImageTokens } from '../../../electron/contract/image-tokens.ts';

test('estimates a token per started square of 28 pixels, as Qwen-VL and Llama 4 read them', () => {
  expect(estimateImageTokens({ width: 336, height: 336 })).toBe(144);
  expect(estimateImageTokens({ width: 29, height: 1 })).toBe(2);
  expect(estimateImageTokens({ width: 1568, height: 1176 })).toBe(56 * 42);
});
