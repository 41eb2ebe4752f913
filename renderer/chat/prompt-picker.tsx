import { useState } from 'react';
import type { Prompt } from '../../electron/contract/library.ts';
import { valueOr } from '../state/synced-store.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SearchList } from '../ui/search-list.tsx';
import { TextField } from '../ui/text-field.tsx';
import './prompt-picker.css';
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
  const { prompts } = valueOr(useStore(session.library), { presets: [], prompts: [], favouriteModels: [] });
  const [selected, setSelected] = useState<Prompt>();
  const close = (isNowOpen: boolean) => {
    if (!isNowOpen) setSelected(undefined);
    onOpenChange(isNowOpen);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={close}
      title={selected === undefined ? chatText.prompts.insert : selected.name}
      description={selected === undefined ? (prompts.length === 0 ? chatText.prompts.none : undefined) : chatText.prompts.fillIn}
    >
      {selected !== undefined ? (
        <VariablesForm
          prompt={selected}
          onDone={(text) => {
            setSelected(undefined);
            onChoose(text);
          }}
        />
      ) : (
        prompts.length > 0 && (
          <div className="prompt-chooser">
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
                  <span className="prompt-excerpt">{prompt.text.slice(0, 90)}</span>
                </span>
              )}
              onChoose={({ prompt }) => {
                if (promptVariables(prompt.text).length === 0) onChoose(prompt.text);
                else setSelected(prompt);
              }}
            />
          </div>
        )
      )}
    </Dialog>
  );
}

function VariablesForm({ prompt, onDone }: { readonly prompt: Prompt; readonly onDone: (text: string) => void }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  return (
    <form
      className="prompt-form"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(fillPrompt(prompt.text, values));
      }}
    >
      {promptVariables(prompt.text).map((name, index) => (
        <TextField
          key={name}
          label={name}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the form to type
          autoFocus={index === 0}
          value={values[name] ?? ''}
          onChange={(value) => {
            setValues({ ...values, [name]: value });
          }}
        />
      ))}
      <footer className="ui-dialog-actions">
        <Button type="submit" variant="primary">
          {chatText.prompts.submit}
        </Button>
      </footer>
    </form>
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
