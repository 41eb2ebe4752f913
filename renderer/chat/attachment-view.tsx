import { useMemo, useState } from 'react';
import type { Attachment } from '../../electron/contract/history.ts';
import { CodeBlock } from '../markdown/code-block.tsx';
import { codePieces } from '../markdown/code-lines.ts';
import { estimateTokens, formatCount } from '../shared/format.ts';
import { Disclosure } from './disclosure.tsx';

/** A file that was sent with a message, folded. */
export function AttachmentView({ attachment }: { readonly attachment: Attachment }) {
  const { name, text } = attachment;
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure isOpen={isOpen} onOpenChange={setOpen} words={name} aside={`about ${formatCount(estimateTokens(text), 'token', 'tokens')}`}>
      <FileText attachment={attachment} />
    </Disclosure>
  );
}

/** Drawn only where it is looked at: a file can be long. */
function FileText({ attachment: { language, text } }: { readonly attachment: Attachment }) {
  const pieces = useMemo(() => codePieces(text), [text]);
  return <CodeBlock info={language ?? ''} pieces={pieces} isOpen={false} />;
}
