import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { KeyRound, Trash2, ClipboardCopy } from 'lucide-react';
import { useRef, useState } from 'react';
import type { LocalApiStatus, LocalKey, Snippet } from '../../../electron/contract/local-api.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { AddRowField, EditableList, EditableRow } from '../../ui/editable-list.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { formatDay, formatTime } from '../../shared/format.ts';
import { useAction } from '../use-action.ts';
import { localApiText } from './text.ts';
import { keyPlaceholder, allowedOriginPattern } from '../../../electron/contract/constants.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useCopy } from '../../shared/copy-text.ts';

const { keys: keysText, origins: originsText } = localApiText;

/** The keys that let programs use the user's token. Each is shown once. */
export function KeysList({
  status: { keys, snippets, settings, canTellUser },
}: {
  readonly status: Pick<LocalApiStatus, 'keys' | 'snippets' | 'settings' | 'canTellUser'>;
}) {
  const { keyOnDirect } = settings;
  const isAlwaysNeeded = keyOnDirect === 'always' || (keyOnDirect === 'where-needed' && !canTellUser);
  const { bridge, attempt } = useSession();
  const [newKey, setNewKey] = useState<OneTimeKey>();
  const [keyToRevoke, setKeyToRevoke] = useState<LocalKey>();
  const { failure, run } = useAction();
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="local-api-list stack">
      <h3>{keysText.title}</h3>
      <p className="muted tiny">{isAlwaysNeeded ? keysText.hintIfAlwaysNeeded : keysText.hint}</p>
      <EditableList label={keysText.title} fallback={field}>
        {keys.map((key) => (
          <EditableRow
            key={key.id}
            icon={<KeyRound aria-hidden />}
            actions={[{ label: keysText.revoke(key.name), icon: <Trash2 aria-hidden />, onSelect: () => setKeyToRevoke(key) }]}
          >
            <p className="medium">{key.name}</p>
            <p className="muted tiny">
              {keysText.facts(
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
        label={keysText.name}
        placeholder={keysText.namePlaceholder}
        addLabel={keysText.create}
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
          title={keysText.revokeDialog.title(keyToRevoke.name)}
          description={keysText.revokeDialog.hint}
          confirmLabel={keysText.revokeDialog.confirm}
          isDangerous
          onConfirm={() => void attempt(bridge.call('localApi.revokeKey', { id: keyToRevoke.id }))}
        />
      )}
    </div>
  );
}

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
  hint = keysText.newKey.hint,
  onClose,
}: {
  readonly oneTimeKey: OneTimeKey;
  readonly snippets: readonly Snippet[];
  readonly hint?: string;
  readonly onClose: () => void;
}) {
  const copy = useCopy();
  const close = () => {
    oneTimeKey.clear();
    onClose();
  };
  const copyAndClose = async () => {
    if (await copy(oneTimeKey.read(), keysText.newKey.key)) close();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={close}
      title={keysText.newKey.title}
      description={hint}
      actions={
        <>
          {snippets.length > 0 && (
            <Menu
              trigger={<Button>{keysText.newKey.copyFor}</Button>}
              entries={snippets.map(({ title, text }) => ({
                kind: 'action',
                label: title,
                onSelect: () => void copy(text.replaceAll(keyPlaceholder, oneTimeKey.read()), keysText.newKey.keyFor(title)),
              }))}
            />
          )}
          <Button variant="primary" icon={<ClipboardCopy aria-hidden />} onClick={() => void copyAndClose()}>
            {keysText.newKey.copyAndClose}
          </Button>
        </>
      }
    >
      <code className="local-api-secret">{oneTimeKey.read()}</code>
    </Dialog>
  );
}

/** The origins of web pages, apps and extensions that may call the local API. Empty by default. */
export function OriginsList({
  origins,
  onChange,
}: {
  readonly origins: readonly string[];
  /** Changes the newest list, because `origins` may be older than a change that is still being saved. Returns whether it is saved. */
  readonly onChange: (change: (origins: readonly string[]) => readonly string[]) => Promise<boolean>;
}) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="local-api-list stack">
      <h3>{originsText.title}</h3>
      <p className="muted tiny">{originsText.hint}</p>
      <EditableList label={originsText.title} fallback={field}>
        {origins.map((origin) => (
          <EditableRow
            key={origin}
            actions={[
              {
                label: originsText.remove(origin),
                icon: <Trash2 aria-hidden />,
                onSelect: () => void onChange((newest) => newest.filter((other) => other !== origin)),
              },
            ]}
          >
            <code>{origin}</code>
          </EditableRow>
        ))}
      </EditableList>
      <AddRowField
        ref={field}
        label={originsText.origin}
        placeholder={originsText.placeholder}
        addLabel={originsText.allow}
        error={originsText.error}
        parse={parseOrigin}
        onAdd={(origin) => onChange((newest) => [...newest.filter((other) => other !== origin), origin])}
      />
    </div>
  );
}

/** Parses an origin and normalizes it. Returns undefined if the text is not an origin that can be allowed. */
export function parseOrigin(typed: string): string | undefined {
  if (!URL.canParse(typed.trim())) return undefined;
  const { protocol, host, origin, pathname, search, hash, username, password } = new URL(typed.trim());
  const isBare = (pathname === '/' || pathname === '') && search === '' && hash === '' && username === '' && password === '';
  const exact = origin === 'null' ? `${protocol}//${host}` : origin; // of an app or an extension
  return isBare && allowedOriginPattern.test(exact) ? exact : undefined;
}
