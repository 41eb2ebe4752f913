import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Attachment } from '../../electron/contract/history.ts';
import { CodeBlock } from '../reading/code-block.tsx';
import { codePieces } from '../reading/code-lines.ts';
import { estimateTokens, formatCount } from '../state/number-words.ts';

/** A file that was sent with a message, folded. */
export function AttachmentView({ attachment }: { readonly attachment: Attachment }) {
  const { name, text } = attachment;
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="fold attachment"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary className="fold-summary">
        <ChevronRight aria-hidden />
        <span>{name}</span>
        <span className="fold-aside">about {formatCount(estimateTokens(text), 'token', 'tokens')}</span>
      </summary>
      {isOpen && <FileText attachment={attachment} />}
    </details>
  );
}

/** Drawn only where it is looked at: a file can be long. */
function FileText({ attachment: { language, text } }: { readonly attachment: Attachment }) {
  const pieces = useMemo(() => codePieces(text), [text]);
  return <CodeBlock info={language ?? ''} pieces={pieces} isOpen={false} />;
}
