import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Attachment } from '../../electron/contract/history.ts';
import { estimateTokens, formatCount } from '../state/number-words.ts';

/** A file that was sent with a message, folded. */
export function AttachmentView({ attachment: { name, text } }: { readonly attachment: Attachment }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="fold"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary className="fold-summary">
        <ChevronRight aria-hidden />
        <span>{name}</span>
        <span className="fold-aside">about {formatCount(estimateTokens(text), 'token', 'tokens')}</span>
      </summary>
      {isOpen && <pre className="fold-text">{text}</pre>}
    </details>
  );
}
