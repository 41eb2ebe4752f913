import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../ui/button.tsx';
import { chatText } from './text.ts';

/** Lets the user choose files to attach. */
export function AttachButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={chatText.composer.attach} size="sm" icon={<Paperclip aria-hidden />} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = '';
          onFiles(chosen);
        }}
      />
    </>
  );
}
