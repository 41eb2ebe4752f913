import { FileText, X } from 'lucide-react';
import type { Attachment } from '../../electron/contract/history.ts';
import { estimateTokens, formatCount } from '../shared/format.ts';
import { IconButton } from '../ui/icon-button.tsx';

/** The files that go with a message, each with its size and a way to leave it out. */
export function AttachmentChips({
  attachments,
  onRemove,
}: {
  readonly attachments: readonly Attachment[];
  readonly onRemove: (index: number) => void;
}) {
  if (attachments.length === 0) return null;
  return (
    <ul className="chips" aria-label="Attached files">
      {attachments.map(({ name, text }, index) => (
        <li key={`${name} ${text.length}`} className="chip">
          <FileText aria-hidden />
          <span className="chip-name">{name}</span>
          <span className="chip-size">about {formatCount(estimateTokens(text), 'token', 'tokens')}</span>
          <IconButton
            label={`Leave out ${name}`}
            size="sm"
            icon={<X aria-hidden />}
            onClick={() => {
              onRemove(index);
            }}
          />
        </li>
      ))}
    </ul>
  );
}
