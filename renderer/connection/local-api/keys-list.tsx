import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { KeyRound, Trash2, ClipboardCopy } from 'lucide-react';
import { useRef, useState } from 'react';
import type { LocalKey, Snippet } from '../../../electron/contract/local-api.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { AddRowField, EditableList, EditableRow } from '../../ui/editable-list.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { formatDay, formatTime } from '../../shared/format.ts';
import { useAction } from '../use-action.ts';
import { localApiText } from './text.ts';
import { keyPlaceholder } from '../../../electron/contract/constants.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useCopy } from '../../shared/copy-text.ts';

const newKeyText = localApiText.keys.newKey;

const text = localApiText.keys;

/** The keys that let programs use the user's token. Each is shown once. */
export function KeysList({ keys, snippets }: { readonly keys: readonly LocalKey[]; readonly snippets: readonly Snippet[] }) {
  const { bridge, attempt } = useSession();
  const [newKey, setNewKey] = useState<OneTimeKey>();
  const [keyToRevoke, setKeyToRevoke] = useState<LocalKey>();
  const { failure, run } = useAction();
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="local-api-list stack">
      <h3>{text.title}</h3>
      <p className="muted tiny">{text.hint}</p>
      <EditableList label={text.title} fallback={field}>
        {keys.map((key) => (
          <EditableRow
            key={key.id}
            icon={<KeyRound aria-hidden />}
            actions={[{ label: text.revoke(key.name), icon: <Trash2 aria-hidden />, onSelect: () => setKeyToRevoke(key) }]}
          >
            <p className="medium">{key.name}</p>
            <p className="muted tiny">
              {text.facts(
                key.tail,
                formatDay(key.createdAt),
                key.lastUsedAt === null ? null : `${formatDay(key.lastUsedAt)} ${formatTime(key.lastUsedAt)}`,
              )}
            </p>
          </EditableRow>
        ))}
      </EditableList>
      <AddRowField
        ref={field}
        label={text.name}
        placeholder={text.namePlaceholder}
        addLabel={text.create}
        maxLength={80}
        onAdd={async (name) => {
          const created = await run((signal) => bridge.call('localApi.createKey', { name }, { signal }));
          if (created !== undefined) setNewKey(createOneTimeKey(created.secret));
          return created !== undefined;
        }}
      />
      {failure !== undefined && <FailureMessage failure={describeFailure(failure)} />}
      {newKey !== undefined && <NewKeyDialog snippets={snippets} oneTimeKey={newKey} onClose={() => setNewKey(undefined)} />}
      {keyToRevoke !== undefined && (
        <ConfirmDialog
          isOpen
          onOpenChange={() => setKeyToRevoke(undefined)}
          title={text.revokeDialog.title(keyToRevoke.name)}
          description={text.revokeDialog.hint}
          confirmLabel={text.revokeDialog.confirm}
          isDangerous
          onConfirm={() => void attempt(bridge.call('localApi.revokeKey', { id: keyToRevoke.id }))}
        />
      )}
    </div>
  );
}

/** A key while it is shown. Clearing it removes it from earlier React states, too, which React retains for a while. */
interface OneTimeKey {
  readonly read: () => string;
  readonly clear: () => void;
}

function createOneTimeKey(secret: string): OneTimeKey {
  let current = secret;
  return { read: () => current, clear: () => void (current = '') };
}

/** Shows a new key once, and copies it alone or within a snippet. */
function NewKeyDialog({
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
                onSelect: () => void copy(text.replaceAll(keyPlaceholder, oneTimeKey.read()), newKeyText.keyFor(title)),
              }))}
            />
          )}
          <Button variant="primary" icon={<ClipboardCopy aria-hidden />} onClick={() => void copyAndClose()}>
            {newKeyText.copyAndClose}
          </Button>
        </>
      }
    >
      <code className="local-api-secret">{oneTimeKey.read()}</code>
    </Dialog>
  );
}
