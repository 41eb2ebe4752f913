import { ClipboardCopy } from 'lucide-react';
import { keyPlaceholder } from '../../../electron/contract/constants.ts';
import type { Snippet } from '../../../electron/contract/local-api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useCopy } from '../../shared/copy-text.ts';
import { localApiText } from './text.ts';

const newKeyText = localApiText.keys.newKey;

/** A key while it is shown. Clearing it removes it from earlier React states, too, which React retains for a while. */
export interface OneTimeKey {
  readonly read: () => string;
  readonly clear: () => void;
}

export function createOneTimeKey(secret: string): OneTimeKey {
  let current = secret;
  return { read: () => current, clear: () => void (current = '') };
}

/** Shows a new key once, and copies it alone or within a snippet. */
export function NewKeyDialog({
  oneTimeKey,
  snippets,
  onClose,
}: {
  readonly oneTimeKey: OneTimeKey;
  readonly snippets: readonly Snippet[];
  readonly onClose: () => void;
}) {
  const copy = useCopy();
  const close = () => {
    oneTimeKey.clear();
    onClose();
  };
  const copyAndClose = async () => {
    if (await copy(oneTimeKey.read(), newKeyText.key)) close();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={close}
      title={newKeyText.title}
      description={newKeyText.hint}
      actions={
        <>
          {snippets.length > 0 && (
            <Menu
              trigger={<Button>{newKeyText.copyFor}</Button>}
              entries={snippets.map(({ title, text }) => ({
                kind: 'action',
                label: title,
                onSelect: () => {
                  void copy(text.replaceAll(keyPlaceholder, oneTimeKey.read()), newKeyText.keyFor(title));
                },
              }))}
            />
          )}
          <Button
            variant="primary"
            icon={<ClipboardCopy aria-hidden />}
            onClick={() => {
              void copyAndClose();
            }}
          >
            {newKeyText.copyAndClose}
          </Button>
        </>
      }
    >
      <code className="local-api-secret">{oneTimeKey.read()}</code>
    </Dialog>
  );
}
