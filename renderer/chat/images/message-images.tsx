import { useState } from 'react';
import type { Image } from '../../../electron/contract/image.ts';
import { ImageDialog } from './image-dialog.tsx';
import { ImageThumbnail } from './image-thumbnail.tsx';
import { imagesText } from './text.ts';
import { useLeftOutImages } from './image-use.ts';

/** The limit of an image's size in the conversation, in pixels. */
const thumbnail = { width: 240, height: 180 };

interface MessageWithImages {
  readonly id: string;
  readonly images?: readonly Image[];
}

/** The images of a message in the conversation. */
export function MessageImages({ message: { id, images } }: { readonly message: MessageWithImages }) {
  return images === undefined || images.length === 0 ? null : <ImageList id={id} images={images} />;
}

function ImageList({ id, images }: Required<MessageWithImages>) {
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  const leftOut = useLeftOutImages({ id, images });
  return (
    <div className="stack">
      <ul className="image-list wrap plain-list" aria-label={imagesText.ofMessage}>
        {images.map((image, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an image may repeat, and they keep their order
          <li key={index}>
            <ImageThumbnail image={image} max={thumbnail} onOpen={() => setOpenIndex(index)} />
          </li>
        ))}
      </ul>
      {leftOut !== undefined && <p className="muted tiny">{leftOut}</p>}
      <ImageDialog images={images} index={openIndex} onIndexChange={setOpenIndex} />
    </div>
  );
}
