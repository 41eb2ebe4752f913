import { NotebookPen, Pencil, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Prompt } from '../../electron/contract/library.ts';
import { newId } from '../bridge/bridge.ts';
import { useRowFocus } from '../shared/use-row-focus.ts';
import { useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { CardList } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { uiText } from '../ui/text.ts';
import { libraryText } from './text.ts';

const text = libraryText.prompts;

/** The prompts: texts to start from. */
export function PromptsList({ prompts }: { readonly prompts: readonly Prompt[] }) {
  const session = useSession();
  const [editing, setEditing] = useState<Prompt>();
  const createButton = useRef<HTMLButtonElement>(null);
  const list = useRowFocus(createButton);
  const save = async (prompt: Prompt) => {
    const result = await session.bridge.call('library.putPrompt', prompt);
    if (result.ok) session.library.set(result.value);
    else session.report(result.failure);
    return result.ok;
  };
  const remove = async (prompt: Prompt) => {
    const result = await session.bridge.call('library.removePrompt', { id: prompt.id });
    if (!result.ok) {
      session.report(result.failure);
      return;
    }
    session.library.set(result.value);
    session.toaster.show({ title: text.deleted(prompt.name), action: { label: uiText.undo, onSelect: () => void save(prompt) } });
  };
  const isEmpty = prompts.length === 0;
  const create = (
    <Button
      ref={createButton}
      variant={isEmpty ? 'primary' : 'plain'}
      icon={<Plus aria-hidden />}
      data-first-focus
      onClick={() => setEditing({ id: newId(), name: '', text: '' })}
    >
      {text.create}
    </Button>
  );
  return (
    <>
      {isEmpty ? (
        <EmptyState icon={<NotebookPen aria-hidden />} title={text.emptyTitle} actions={create}>
          <p>{text.hint}</p>
          <p>{text.empty}</p>
        </EmptyState>
      ) : (
        <>
          <div className="library-head row muted small">
            <p>{text.hint}</p>
            {create}
          </div>
          <CardList ref={list} label={text.title}>
            {prompts.map((prompt) => (
              <li key={prompt.id} className="library-row row">
                <div className="library-summary">
                  <p className="medium">{prompt.name}</p>
                  <p className="muted small cut">{prompt.text}</p>
                </div>
                <IconButton label={text.edit(prompt.name)} size="sm" icon={<Pencil aria-hidden />} onClick={() => setEditing(prompt)} />
                <IconButton label={text.delete(prompt.name)} size="sm" icon={<Trash2 aria-hidden />} onClick={() => void remove(prompt)} />
              </li>
            ))}
          </CardList>
        </>
      )}
      {editing !== undefined && (
        <PromptDialog
          prompt={editing}
          onChange={setEditing}
          onSave={async () => {
            const isSaved = await save({ ...editing, name: editing.name.trim() });
            // the user may have typed more, or opened another one
            if (isSaved) setEditing((now) => (now === editing ? undefined : now));
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
