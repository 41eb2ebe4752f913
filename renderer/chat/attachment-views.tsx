import { FileText, X } from 'lucide-react';
import type { RenderedFailure } from '../../electron/contract/failures/define.ts';
import type { Attachment } from '../../electron/contract/history.ts';
import { estimateTokens } from '../shared/format.ts';
import { Banner } from '../ui/banner.tsx';
import { IconButton } from '../ui/button.tsx';
import { useMemo, useState } from 'react';
import { CodeBlock } from '../markdown/code-block.tsx';
import { codePieces } from '../../electron/markdown/fence.ts';
import { Disclosure } from './disclosure.tsx';
import { chatText } from './text.ts';

/** The files attached to a message, with their size and a remove button. */
export function AttachmentChips({
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

/** Why files were not attached. */
export function RefusedFiles({ refused, onDismiss }: { readonly refused: readonly RenderedFailure[]; readonly onDismiss: () => void }) {
  const [first, ...others] = refused;
  if (first === undefined) return null;
  return (
    <Banner tone="warning" title={others.length === 0 ? first.message : chatText.composer.refused(refused.length)} onDismiss={onDismiss}>
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
