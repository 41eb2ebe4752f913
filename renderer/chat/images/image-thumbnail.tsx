import { ImageOff } from 'lucide-react';
import type { Image } from '../../../electron/contract/image.ts';
import { useQuery } from '../../state/query.ts';
import { useChat } from '../chat.ts';
import './images.css';
import { imagesText } from './text.ts';

/** Reads a stored image while the component is mounted. */
export function useStoredImage(hash: string) {
  const { storedImages } = useChat();
  const { value, failure, isCurrent } = useQuery(hash, (signal) => storedImages.read(hash, signal));
  return { dataUrl: storedImages.peek(hash) ?? (isCurrent ? value : undefined), isMissing: isCurrent && failure !== undefined };
}

/** The least size of a thumbnail, which may have to say that its image is missing. */
const minSide = 64;

/** Returns the size at which an image fits. Known before the image is read, so that nothing moves when it appears. */
export function thumbnailSize(
  { width, height }: Pick<Image, 'width' | 'height'>,
  max: { readonly width: number; readonly height: number },
) {
  const scale = Math.min(1, max.width / width, max.height / height);
  const side = (length: number, limit: number) => Math.min(limit, Math.max(minSide, Math.round(length * scale)));
  return { inlineSize: side(width, max.width), blockSize: side(height, max.height) };
}

/** A small image. Selecting it shows it large. */
export function ImageThumbnail({
  image,
  max,
  onOpen,
}: {
  readonly image: Image;
  readonly max: { readonly width: number; readonly height: number };
  readonly onOpen: () => void;
}) {
  const { dataUrl, isMissing } = useStoredImage(image.hash);
  const name = image.alternative || image.name;
  return (
    <button type="button" className="image-thumbnail" style={thumbnailSize(image, max)} title={image.name} onClick={onOpen}>
      {isMissing ? (
        <span className="image-missing tiny muted">
          <ImageOff aria-hidden />
          {imagesText.missing}
          <span className="visually-hidden">{name}</span>
        </span>
      ) : dataUrl === undefined ? (
        <span className="visually-hidden">{name}</span>
      ) : (
        <img src={dataUrl} alt={name} decoding="async" draggable={false} />
      )}
    </button>
  );
}
