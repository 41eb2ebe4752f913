import { useMemo, useState } from 'react';
import type { Attachment } from '../../electron/contract/history.ts';
import { CodeBlock } from '../reading/code-block.tsx';
import { codePieces } from '../reading/code-lines.ts';
import { estimateTokens, formatCount } from '../state/number-words.ts';
import { Fold } from './fold.tsx';

/** A file that was sent with a message, folded. */
export function AttachmentView({ attachment }: { readonly attachment: Attachment }) {
  const { name, text } = attachment;
  const [isOpen, setOpen] = useState(false);
  return (
    <Fold isOpen={isOpen} onOpenChange={setOpen} words={name} aside={`about ${formatCount(estimateTokens(text), 'token', 'tokens')}`}>
      <FileText attachment={attachment} />
    </Fold>
  );
}

/** Drawn only where it is looked at: a file can be long. */
function FileText({ attachment: { language, text } }: { readonly attachment: Attachment }) {
  const pieces = useMemo(() => codePieces(text), [text]);
  return <CodeBlock info={language ?? ''} pieces={pieces} isOpen={false} />;
}
