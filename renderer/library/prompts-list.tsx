import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Prompt } from '../../electron/contract/library.ts';
import { useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';

/** The prompts: texts to begin from. */
export function PromptsList({ prompts }: { readonly prompts: readonly Prompt[] }) {
  const session = useSession();
  const [editing, setEditing] = useState<Prompt>();
  const put = async (prompt: Prompt) => {
    const result = await session.bridge.call('library.putPrompt', prompt);
    if (result.ok) session.library.take(result.value);
    else session.report(result.failure);
    return result.ok;
  };
  const remove = async (prompt: Prompt) => {
    const result = await session.bridge.call('library.removePrompt', { id: prompt.id });
    if (!result.ok) {
      session.report(result.failure);
      return;
    }
    session.library.take(result.value);
    session.toaster.show({ title: `Prompt “${prompt.name}” removed`, action: { label: 'Undo', onSelect: () => void put(prompt) } });
  };
  return (
    <>
      <div className="library-head">
        <p>Texts to begin from. In the composer, / finds them; {'{{name}}'} in one is asked for when it is used.</p>
        <Button
          icon={<Plus aria-hidden />}
          data-first-focus
          onClick={() => {
            setEditing({ id: crypto.randomUUID(), name: '', text: '' });
          }}
        >
          New prompt
        </Button>
      </div>
      {prompts.length === 0 ? (
        <p className="library-none">None yet. A good first one: the instruction you type most often.</p>
      ) : (
        <ul className="library-list" aria-label="Prompts">
          {prompts.map((prompt) => (
            <li key={prompt.id}>
              <div className="library-words">
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
      <Dialog
        isOpen={editing !== undefined}
        onOpenChange={(isOpen) => {
          if (!isOpen) setEditing(undefined);
        }}
        title={editing?.name === '' ? 'New prompt' : 'Edit the prompt'}
      >
        {editing !== undefined && (
          <PromptForm
            first={editing}
            onKeep={async (prompt) => {
              if (await put(prompt)) setEditing(undefined);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function PromptForm({ first, onKeep }: { readonly first: Prompt; readonly onKeep: (prompt: Prompt) => Promise<void> }) {
  const [name, setName] = useState(first.name);
  const [text, setText] = useState(first.text);
  const isDone = name.trim() !== '' && text.trim() !== '';
  return (
    <form
      className="library-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isDone) void onKeep({ id: first.id, name: name.trim(), text });
      }}
    >
      <TextField label="Name" maxLength={120} value={name} onChange={setName} />
      <TextArea label="Text" description="{{name}} stands for something that is asked for." value={text} onChange={setText} />
      <footer className="ui-dialog-actions">
        <Button type="submit" variant="primary" isDisabled={!isDone}>
          Keep
        </Button>
      </footer>
    </form>
  );
}
