import { useState } from 'react';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import type { Prompt } from '../../electron/contract/library.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FailureRetry } from '../ui/failure-message.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Spinner } from '../ui/progress.tsx';
import { SearchList } from '../ui/search-list.tsx';
import { TextField } from '../ui/text-field.tsx';
import './chat-screen.css';
import { chatText } from './text.ts';

/** Finds a saved prompt by typing. Asks for its variables first if it has any. */
export function PromptPicker({
  isOpen,
  onOpenChange,
  onChoose,
}: {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onChoose: (text: string) => void;
}) {
  const session = useSession();
  const library = useStore(session.library);
  const [selected, setSelected] = useState<Prompt>();
  if (selected !== undefined)
    return (
      <VariablesDialog
        prompt={selected}
        onDone={(text) => {
          setSelected(undefined);
          onChoose(text);
        }}
        onClose={() => {
          setSelected(undefined);
          onOpenChange(false);
        }}
      />
    );
  const prompts = library.value?.prompts ?? [];
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={chatText.prompts.insert}
      description={library.value !== undefined && prompts.length === 0 ? chatText.prompts.none : undefined}
    >
      {library.value === undefined && library.failure === undefined && <Spinner label={chatText.prompts.loading} />}
      {library.failure !== undefined && (
        <FailureRetry failure={describeFailure(library.failure)} onRetry={() => void session.library.reload()} />
      )}
      {prompts.length > 0 && (
        <div className="prompt-chooser column">
          <SearchList
            label={chatText.prompts.label}
            searchLabel={chatText.prompts.search}
            placeholder={chatText.prompts.search}
            emptyText={chatText.prompts.noMatch}
            items={prompts.map((prompt) => ({
              id: prompt.id,
              title: prompt.name,
              group: chatText.prompts.label,
              keywords: [prompt.text.slice(0, 200)],
              prompt,
            }))}
            renderItem={({ title, prompt }) => (
              <span className="prompt-option">
                <span>{title}</span>
                <span className="muted tiny cut">{prompt.text.slice(0, 90)}</span>
              </span>
            )}
            onChoose={({ prompt }) => {
              if (promptVariables(prompt.text).length === 0) onChoose(prompt.text);
              else setSelected(prompt);
            }}
          />
        </div>
      )}
    </Dialog>
  );
}

function VariablesDialog({
  prompt,
  onDone,
  onClose,
}: {
  readonly prompt: Prompt;
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  return (
    <FormDialog
      title={prompt.name}
      description={chatText.prompts.fillIn}
      saveLabel={chatText.prompts.submit}
      onSave={() => onDone(fillPrompt(prompt.text, values))}
      onClose={onClose}
    >
      {promptVariables(prompt.text).map((name) => (
        <TextField key={name} label={name} value={values[name] ?? ''} onChange={(value) => setValues({ ...values, [name]: value })} />
      ))}
    </FormDialog>
  );
}

const placeholder = /\{\{([^{}]+)\}\}/g;

/** Returns the variable names of a prompt, each once, in order. */
export function promptVariables(text: string): readonly string[] {
  const names = Array.from(text.matchAll(placeholder), ([, inside = '']) => inside.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

/** Fills in a prompt's variables. Empty values are removed, and braces without a name are text. */
export function fillPrompt(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(placeholder, (whole, inside: string) => {
    const name = inside.trim();
    return name === '' ? whole : (values[name] ?? '');
  });
}
