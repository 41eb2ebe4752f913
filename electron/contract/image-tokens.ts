/** Pixels per side of the square that one token stands for, in Qwen-VL. Llama 4 takes as many: 144 tokens for a tile of 336 pixels. */
const tokenSide = 28;

/**
 * Returns about how many tokens a model reads for an image of this size. Models differ: they scale images, split them into tiles, or read
 * an overview too, so say "about" where it is shown.
 */
export function estimateImageTokens({ width, height }: { readonly width: number; readonly height: number }): number {
  return Math.ceil(width / tokenSide) * Math.ceil(height / tokenSide);
}
