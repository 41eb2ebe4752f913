import { X } from 'lucide-react';
import { useState } from 'react';
import type { Image } from '../../../electron/contract/image.ts';
import { estimateImageTokens } from '../../../electron/contract/image-tokens.ts';
import { useStore, type WritableStore } from '../../state/store.ts';
import { IconButton } from '../../ui/button.tsx';
import { chatText } from '../text.ts';
import { ImageDialog } from './image-dialog.tsx';
import { ImageThumbnail } from './image-thumbnail.tsx';
import { imagesText } from './text.ts';

/** The limit of an image's size in a message that is being written, in pixels. */
const thumbnail = { width: 72, height: 64 };

/** The images of a message that is being written. */
export function ImageChips({ images: store }: { readonly images: WritableStore<readonly Image[]> }) {
  const images = useStore(store);
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  if (images.length === 0) return null;
  return (
    <>
      <ul className="image-chips chips wrap plain-list" aria-label={imagesText.attached}>
        {images.map((image, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an image may repeat
          <li key={`${image.hash} ${index}`} className="chip image-chip row small">
            <ImageThumbnail image={image} max={thumbnail} onOpen={() => setOpenIndex(index)} />
            <span className="image-chip-text">
              <span className="cut">{image.alternative || image.name}</span>
              <span className="muted tiny">{chatText.composer.aboutTokens(estimateImageTokens(image))}</span>
            </span>
            <IconButton
              label={chatText.composer.removeFile(image.name)}
              size="sm"
              icon={<X aria-hidden />}
              onClick={() => store.write(store.read().toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      <ImageDialog
        images={images}
        index={openIndex}
        onIndexChange={setOpenIndex}
        onDescribe={(image, alternative) => {
          if (openIndex !== null) store.write(store.read().with(openIndex, { ...image, alternative }));
        }}
      />
    </>
  );
}
