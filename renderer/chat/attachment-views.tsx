import { FileText, X } from 'lucide-react';
import type { RenderedFailure } from '../../electron/contract/failures/define.ts';
import type { Attachment } from '../../electron/contract/history.ts';
import { estimateTokens } from '../shared/format.ts';
import { Banner } from '../ui/banner.tsx';
import { useStore } from '../state/store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Spinner } from '../ui/progress.tsx';
import { useMemo, useState } from 'react';
import { CodeBlock } from '../markdown/code-block.tsx';
import { codePieces } from '../../electron/markdown/fence.ts';
import type { ComposerStore } from './composer-store.ts';
import { Disclosure } from './disclosure.tsx';
import { ImageChips } from './images/image-chips.tsx';
import { ImageNotes } from './images/image-notes.tsx';
import type { ImageUse } from './images/image-use.ts';
import { chatText } from './text.ts';

/** The images and files of a message that is being written, with what the user should know before they are sent. */
export function DraftFiles({
  composer,
  attachments,
  imageUse,
}: {
  readonly composer: Pick<ComposerStore, 'images' | 'detach' | 'progress'>;
  readonly attachments: readonly Attachment[];
  readonly imageUse: ImageUse;
}) {
  return (
    <>
      <ImageChips images={composer.images} />
      <AttachmentChips attachments={attachments} onRemove={composer.detach} />
      <AttachProgressView progress={composer.progress} />
      <ImageNotes use={imageUse} />
    </>
  );
}

/** The files attached to a message, with their size and a remove button. */
function AttachmentChips({
  attachments,
  onRemove,
}: {
  readonly attachments: readonly Attachment[];
  readonly onRemove: (index: number) => void;
}) {
  if (attachments.length === 0) return null;
  return (
    <ul className="chips row wrap plain-list" aria-label={chatText.composer.attachedFiles}>
      {attachments.map(({ name, text }, index) => (
        <li key={`${name} ${text.length}`} className="chip row small">
          <FileText aria-hidden />
          <span className="chip-name cut">{name}</span>
          <span className="chip-size muted tiny">{chatText.composer.aboutTokens(estimateTokens(text))}</span>
          <IconButton label={chatText.composer.removeFile(name)} size="sm" icon={<X aria-hidden />} onClick={() => onRemove(index)} />
        </li>
      ))}
    </ul>
  );
}

/** Shows how many of the given files are attached, and lets the user cancel the rest. */
function AttachProgressView({ progress: store }: Pick<ComposerStore, 'progress'>) {
  const progress = useStore(store);
  if (progress === null) return null;
  const { done, total, canceled } = progress;
  return (
    <div className="attach-progress row">
      <Spinner label={chatText.composer.attaching(done, total)} />
      <Button size="sm" variant="quiet" onClick={() => canceled.abort()}>
        {chatText.cancel}
      </Button>
    </div>
  );
}

/** Why files were not attached. */
export function RefusedFiles({ refused, onDismiss }: { readonly refused: readonly RenderedFailure[]; readonly onDismiss: () => void }) {
  const [first, ...others] = refused;
  if (first === undefined) return null;
  return (
    <Banner tone="warning" title={others.length === 0 ? first.message : chatText.composer.checkFiles(refused.length)} onDismiss={onDismiss}>
      {others.length === 0 ? (
        first.remedy
      ) : (
        <ul className="refused-files plain-list">
          {refused.map(({ message, remedy }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- files may have the same name
            <li key={index}>{`${message} ${remedy}`}</li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

/** A file that was sent with a message, collapsed. */
export function AttachmentView({ attachment }: { readonly attachment: Attachment }) {
  const { name, text } = attachment;
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure isOpen={isOpen} onOpenChange={setOpen} summary={name} aside={chatText.composer.aboutTokens(estimateTokens(text))}>
      <AttachedCode attachment={attachment} />
    </Disclosure>
  );
}

/** Rendered only when opened, because a file can be long. */
function AttachedCode({ attachment: { language, text } }: { readonly attachment: Attachment }) {
  const pieces = useMemo(() => codePieces(text), [text]);
  return <CodeBlock info={language ?? ''} pieces={pieces} isOpen={false} />;
}
