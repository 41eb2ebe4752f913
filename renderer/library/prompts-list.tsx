import { NotebookPen, Pencil, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Prompt } from '../../electron/contract/library.ts';
import { newId } from '../bridge/bridge.ts';
import { useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { uiText } from '../ui/text.ts';
import { LibraryList } from './library-list.tsx';
import { libraryText } from './text.ts';

const text = libraryText.prompts;

/** The prompts: texts to start from. */
export function PromptsList({ prompts }: { readonly prompts: readonly Prompt[] }) {
  const { bridge, attempt, toaster } = useSession();
  const [editing, setEditing] = useState<Prompt>();
  const createButton = useRef<HTMLButtonElement>(null);
  const save = (prompt: Prompt) => attempt(bridge.call('library.putPrompt', prompt));
  const remove = async (prompt: Prompt) => {
    const { ok } = await attempt(bridge.call('library.removePrompt', { id: prompt.id }));
    if (ok) toaster.show({ title: text.deleted(prompt.name), action: { label: uiText.undo, onSelect: () => void save(prompt) } });
  };
  return (
    <>
      <LibraryList
        text={text}
        icon={<NotebookPen aria-hidden />}
        button={
          <Button
            ref={createButton}
            variant={prompts.length === 0 ? 'primary' : 'plain'}
            icon={<Plus aria-hidden />}
            data-first-focus
            onClick={() => setEditing({ id: newId(), name: '', text: '' })}
          >
            {text.create}
          </Button>
        }
        buttonRef={createButton}
        items={prompts.map((prompt) => ({
          id: prompt.id,
          name: prompt.name,
          summary: prompt.text,
          actions: [
            { label: text.edit(prompt.name), icon: <Pencil aria-hidden />, onSelect: () => setEditing(prompt) },
            { label: text.delete(prompt.name), icon: <Trash2 aria-hidden />, onSelect: () => void remove(prompt) },
          ],
        }))}
      />
      {editing !== undefined && (
        <PromptDialog
          prompt={editing}
          onChange={setEditing}
          onSave={async () => {
            const { ok } = await save({ ...editing, name: editing.name.trim() });
            // the user may have typed more, or opened another one
            if (ok) setEditing((now) => (now === editing ? undefined : now));
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}

/** Missing fields are reported after the first attempt to save. */
function PromptDialog({
  prompt,
  onChange,
  onSave,
  onClose,
}: {
  readonly prompt: Prompt;
  readonly onChange: (prompt: Prompt) => void;
  readonly onSave: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const [title] = useState(prompt.name === '' ? text.create : text.editTitle);
  const [hasSubmitted, setSubmitted] = useState(false);
  const [isNameless, isEmpty] = [prompt.name.trim() === '', prompt.text.trim() === ''];
  return (
    <FormDialog
      title={title}
      onSave={() => {
        setSubmitted(true);
        if (!isNameless && !isEmpty) void onSave();
      }}
      onClose={onClose}
    >
      <TextField
        label={text.name.label}
        maxLength={120}
        value={prompt.name}
        onChange={(name) => onChange({ ...prompt, name })}
        error={hasSubmitted && isNameless ? text.name.missing : undefined}
      />
      <TextArea
        label={text.text.label}
        description={text.text.hint}
        value={prompt.text}
        onChange={(content) => onChange({ ...prompt, text: content })}
        error={hasSubmitted && isEmpty ? text.text.missing : undefined}
      />
    </FormDialog>
  );
}
