import { formatBytes, formatCount, formatNumber } from '../../shared/format.ts';

/** All words about images in the chat. */
export const imagesText = {
  attached: 'Attached images',
  ofMessage: 'Images',
  missing: 'Image missing',
  large: {
    position: (index: number, count: number) => `${index + 1} of ${count}`,
    facts: (width: number, height: number, bytes: number) =>
      `${formatNumber(width)} × ${formatNumber(height)} pixels, ${formatBytes(bytes)}`,
    previous: 'Previous image',
    next: 'Next image',
    copy: 'Copy image',
    copied: 'Image',
    alternative: 'Alternative text',
    alternativeHint: 'Describes the image for screen readers, search and exports.',
    noAlternative: 'No alternative text',
    missing: 'This image is no longer in your history.',
  },
  /** Notes below the images of a message that is being written. */
  notes: {
    checking: (model: string) => `Checking whether ${model} sees images…`,
    unsupported: (model: string) => `${model} doesn’t see images.`,
    switchTo: (model: string) => `Switch to ${model}`,
    chooseModel: 'Choose another model',
    unknown: (model: string) => `Causeway couldn’t find out whether ${model} sees images. Send the message to try it.`,
    beyondLimit: (model: string, max: number, count: number) =>
      `${model} takes at most ${formatCount(max, 'image', 'images')} in a request, so the first ${count === 1 ? 'one isn’t' : `${formatNumber(count)} aren’t`} sent.`,
    noTools: 'Tools aren’t offered in a request with images.',
    offerTools: 'Offer tools anyway',
  },
  /** Below the images of an earlier message. */
  unseen: (count: number, model: string) =>
    `${count === 1 ? 'This image isn’t' : 'These images aren’t'} sent to ${model}, which doesn’t see images.`,
  leftOut: (count: number, all: number) =>
    count === all
      ? `${all === 1 ? 'This image isn’t' : 'These images aren’t'} sent anymore, because the model takes only the newest.`
      : `The first ${count === 1 ? 'image isn’t' : `${formatNumber(count)} images aren’t`} sent anymore, because the model takes only the newest.`,
  blocked: {
    unsupported: (model: string) => `${model} doesn’t see images. Choose another model or remove them.`,
  },
} as const;
