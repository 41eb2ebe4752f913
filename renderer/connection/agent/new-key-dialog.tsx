import { ClipboardCopy } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useCopy } from '../use-copy.ts';

/** A key while it is shown. Not read-only: React keeps former states for a while, so closing empties it. */
export interface ShownKey {
  secret: string;
}

/** Shows a new key, this once. */
export function NewKeyDialog({ shown, onClose }: { readonly shown: ShownKey; readonly onClose: () => void }) {
  const copy = useCopy();
  const close = () => {
    shown.secret = '';
    onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={close}
      title="Your new key"
      description="It is shown this once. Causeway itself keeps only a fingerprint of it."
      actions={
        <Button
          variant="primary"
          icon={<ClipboardCopy aria-hidden />}
          onClick={() => {
            copy(shown.secret, 'Key copied');
            close();
          }}
        >
          Copy and close
        </Button>
      }
    >
      <code className="agent-secret">{shown.secret}</code>
    </Dialog>
  );
}
