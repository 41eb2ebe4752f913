import { ChevronLeft, ChevronRight, Copy, ImageOff } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { Image } from '../../../electron/contract/image.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { copyImage } from './copy-image.ts';
import './images.css';
import { imagesText } from './text.ts';
import { useStoredImage } from './image-thumbnail.tsx';

const text = imagesText.large;

/** An image of a message in full size. The arrow keys show the others. */
export function ImageDialog({
  images,
  index,
  onIndexChange,
  onDescribe,
}: {
  readonly images: readonly Image[];
  /** Null if it is closed. */
  readonly index: number | null;
  readonly onIndexChange: (index: number | null) => void;
  /** Changes the alternative text. Undefined if it can't be changed. */
  readonly onDescribe?: ((image: Image, alternative: string) => void) | undefined;
}) {
  const image = index === null ? undefined : images[index];
  return (
    <Dialog
      isOpen={image !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onIndexChange(null);
      }}
      title={image?.name ?? ''}
      size="xl"
    >
      {image !== undefined && index !== null && (
        <LargeImage image={image} index={index} count={images.length} onIndexChange={onIndexChange} onDescribe={onDescribe} />
      )}
    </Dialog>
  );
}

function LargeImage({
  image,
  index,
  count,
  onIndexChange,
  onDescribe,
}: {
  readonly image: Image;
  readonly index: number;
  readonly count: number;
  readonly onIndexChange: (index: number) => void;
  readonly onDescribe: ((image: Image, alternative: string) => void) | undefined;
}) {
  const { toaster } = useSession();
  const { dataUrl, isMissing } = useStoredImage(image.hash);
  const step = (by: -1 | 1) => onIndexChange((index + by + count) % count);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLTextAreaElement && event.target.value !== '';
    const isArrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    if (!isArrow || isTyping || count === 1 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    step(event.key === 'ArrowLeft' ? -1 : 1);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener, true); // the dialog stops arrow keys
    return () => document.removeEventListener('keydown', listener, true);
  }, []);
  return (
    <>
      <div className="image-large">
        {isMissing ? (
          <output className="row muted">
            <ImageOff aria-hidden />
            {text.missing}
          </output>
        ) : (
          <img src={dataUrl} alt={image.alternative || image.name} width={image.width} height={image.height} />
        )}
      </div>
      {onDescribe === undefined ? (
        <p className={image.alternative === '' ? 'muted' : undefined}>{image.alternative || text.noAlternative}</p>
      ) : (
        <TextArea
          label={text.alternative}
          description={text.alternativeHint}
          value={image.alternative}
          maxLength={2000}
          onChange={(alternative) => onDescribe(image, alternative)}
        />
      )}
      <div className="row wrap muted small">
        <p className="image-facts">{text.facts(image.width, image.height, image.bytes)}</p>
        {count > 1 && (
          <>
            <Button size="sm" icon={<ChevronLeft aria-hidden />} onClick={() => step(-1)}>
              {text.previous}
            </Button>
            <output>{text.position(index, count)}</output>
            <Button size="sm" icon={<ChevronRight aria-hidden />} onClick={() => step(1)}>
              {text.next}
            </Button>
          </>
        )}
        <Button
          size="sm"
          icon={<Copy aria-hidden />}
          isDisabled={dataUrl === undefined}
          onClick={() => dataUrl !== undefined && void copyImage(dataUrl, toaster)}
        >
          {text.copy}
        </Button>
      </div>
    </>
  );
}
