import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Prompt } from '../../electron/contract/library.ts';
import { newId } from '../bridge/new-id.ts';
import { useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';

/** The prompts: texts to start from. */
export function PromptsList({ prompts }: { readonly prompts: readonly Prompt[] }) {
  const session = useSession();
  const [editing, setEditing] = useState<Prompt>();
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
    session.toaster.show({ title: `Prompt “${prompt.name}” removed`, action: { label: 'Undo', onSelect: () => void save(prompt) } });
  };
  return (
    <>
      <div className="library-head">
        <p>Texts to begin from. In the composer, / finds them; {'{{name}}'} in one is asked for when it is used.</p>
        <Button
          icon={<Plus aria-hidden />}
          data-first-focus
          onClick={() => {
            setEditing({ id: newId(), name: '', text: '' });
          }}
        >
          New prompt
        </Button>
      </div>
      {prompts.length === 0 ? (
        <p className="library-empty">None yet. A good first one: the instruction you type most often.</p>
      ) : (
        <ul className="library-list" aria-label="Prompts">
          {prompts.map((prompt) => (
            <li key={prompt.id}>
              <div className="library-summary">
                <p className="library-name">{prompt.name}</p>
                <p className="library-text">{prompt.text}</p>
              </div>
              <IconButton
                label={`Edit ${prompt.name}`}
                size="sm"
                icon={<Pencil aria-hidden />}
                onClick={() => {
                  setEditing(prompt);
                }}
              />
              <IconButton label={`Remove ${prompt.name}`} size="sm" icon={<Trash2 aria-hidden />} onClick={() => void remove(prompt)} />
            </li>
          ))}
        </ul>
      )}
      {editing !== undefined && (
        <PromptDialog
          initial={editing}
          onSave={async (prompt) => {
            if (await save(prompt)) setEditing(undefined);
          }}
          onClose={() => {
            setEditing(undefined);
          }}
        />
      )}
    </>
  );
}

/** Missing fields are reported after the first attempt to save. */
function PromptDialog({
  initial,
  onSave,
  onClose,
}: {
  readonly initial: Prompt;
  readonly onSave: (prompt: Prompt) => Promise<void>;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(initial.name);
  const [text, setText] = useState(initial.text);
  const [hasSubmitted, setSubmitted] = useState(false);
  const [isNameless, isEmpty] = [name.trim() === '', text.trim() === ''];
  return (
    <FormDialog
      title={initial.name === '' ? 'New prompt' : 'Edit the prompt'}
      saveLabel="Keep"
      onSave={() => {
        setSubmitted(true);
        if (!isNameless && !isEmpty) void onSave({ id: initial.id, name: name.trim(), text });
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        maxLength={120}
        value={name}
        onChange={setName}
        error={hasSubmitted && isNameless ? 'A prompt needs a name.' : undefined}
      />
      <TextArea
        label="Text"
        description="{{name}} stands for something that is asked for."
        value={text}
        onChange={setText}
        error={hasSubmitted && isEmpty ? 'Write what it puts into the message.' : undefined}
      />
    </FormDialog>
  );
}
