import { expect, test } from 'vitest';
import { thumbnailSize } from '../../../../renderer/chat/images/image-thumbnail.tsx';

// catches a thin image that can't be seen or selected, and a list that jumps when an image appears
test.each([
  [1600, 1200, 240, 180],
  [40, 30, 64, 64],
  [20_000, 10, 240, 64],
])('shows an image of %d × %d pixels on %d × %d', (width, height, inlineSize, blockSize) =>
  expect(thumbnailSize({ width, height }, { width: 240, height: 180 })).toEqual({ inlineSize, blockSize }),
);
