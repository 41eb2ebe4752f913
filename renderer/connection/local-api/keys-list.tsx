import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { KeyRound, Trash2, ClipboardCopy } from 'lucide-react';
import { useState } from 'react';
import type { LocalKey, Snippet } from '../../../electron/contract/local-api.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
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
  const [name, setName] = useState('');
  const [newKey, setNewKey] = useState<OneTimeKey>();
  const [keyToRevoke, setKeyToRevoke] = useState<LocalKey>();
  const { isBusy, failure, run } = useAction();

  const create = async () => {
    const created = await run((signal) => bridge.call('localApi.createKey', { name: name.trim() }, { signal }));
    if (created === undefined) return;
    setName((now) => (now === name ? '' : now)); // the user may have typed the next one
    setNewKey(createOneTimeKey(created.secret));
  };
  return (
    <div className="local-api-keys stack">
      <h3 id="keys-heading">{text.title}</h3>
      <p className="muted tiny">{text.hint}</p>
      {keys.length > 0 && (
        <ul aria-labelledby="keys-heading">
          {keys.map((key) => (
            <li key={key.id}>
              <KeyRound aria-hidden />
              <span className="medium">{key.name}</span>
              <span className="muted tiny">
                {text.facts(
                  key.tail,
                  formatDay(key.createdAt),
                  key.lastUsedAt === null ? null : `${formatDay(key.lastUsedAt)} ${formatTime(key.lastUsedAt)}`,
                )}
              </span>
              <IconButton label={text.revoke(key.name)} size="sm" icon={<Trash2 aria-hidden />} onClick={() => setKeyToRevoke(key)} />
            </li>
          ))}
        </ul>
      )}
      <form
        className="local-api-port"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <TextField label={text.name} placeholder={text.namePlaceholder} value={name} onChange={setName} maxLength={80} />
        <Button type="submit" isDisabled={name.trim() === '' || isBusy}>
          {text.create}
        </Button>
      </form>
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
