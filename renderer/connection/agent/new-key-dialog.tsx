import { ClipboardCopy } from 'lucide-react';
import { keyPlaceholder } from '../../../electron/contract/constants.ts';
import type { Snippet } from '../../../electron/contract/agent.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useCopy } from '../../shared/copy-text.ts';

/** A key while it is shown. React keeps former states for a while, so closing empties it wherever it is still held. */
export interface OneTimeKey {
  readonly read: () => string;
  readonly empty: () => void;
}

/** Holds a key until it is emptied. */
export function showOneTimeKey(secret: string): OneTimeKey {
  let held = secret;
  return { read: () => held, empty: () => void (held = '') };
}

/** Shows a new key, this once, and offers it in the words of each program. */
export function NewKeyDialog({
  shown,
  snippets,
  onClose,
}: {
  readonly shown: OneTimeKey;
  readonly snippets: readonly Snippet[];
  readonly onClose: () => void;
}) {
  const copy = useCopy();
  const close = () => {
    shown.empty();
    onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={close}
      title="Your new key"
      description="It is shown this once. Causeway itself keeps only a fingerprint of it."
      actions={
        <>
          {snippets.length > 0 && (
            <Menu
              trigger={<Button>Copy for a program…</Button>}
              entries={snippets.map(({ title, text }) => ({
                kind: 'action',
                label: title,
                onSelect: () => {
                  copy(text.replaceAll(keyPlaceholder, shown.read()), `${title} with the key`);
                },
              }))}
            />
          )}
          <Button
            variant="primary"
            icon={<ClipboardCopy aria-hidden />}
            onClick={() => {
              copy(shown.read(), 'Key');
              close();
            }}
          >
            Copy and close
          </Button>
        </>
      }
    >
      <code className="agent-secret">{shown.read()}</code>
    </Dialog>
  );
}
