import { sharedText } from '../../shared/text.ts';
import type { Toaster } from '../../ui/toaster.tsx';
import { imagesText } from './text.ts';

/** Copies an image to the clipboard, which takes PNG only, and shows a toast. */
export async function copyImage(dataUrl: string, toaster: Pick<Toaster, 'show'>): Promise<void> {
  const what = imagesText.large.copied;
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': toPng(dataUrl) })]);
    toaster.show({ title: sharedText.copy.copied(what) });
  } catch {
    toaster.show({
      tone: 'error',
      title: sharedText.copy.failed(what),
      description: isSecureContext ? sharedText.copy.failedHint : sharedText.copy.failedHintWithoutTls,
    });
  }
}

async function toPng(dataUrl: string): Promise<Blob> {
  const image = new Image();
  image.src = dataUrl;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}
