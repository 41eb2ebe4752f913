import { isFocusFree, createPendingRequest } from '../state/pending-request.ts';
import type { Notebook } from './notebook.ts';
import { notebookText } from './text.ts';
import type { Shading } from '../shared/token-shading.ts';
import { createStore } from '../state/store.ts';

export type NotebookView = ReturnType<typeof createNotebookView>;

/** What the notebook's screen shows. Lives outside React, so that it outlives the screen. */
export function createNotebookView() {
  return {
    view: createStore<'write' | 'score'>('write'),
    shading: createStore<Shading>('probability'),
    panel: createStore<'parameters' | 'branches' | null>(null),
    /** How many continuations to request at once. */
    count: createStore(1),
    /** Opens the model picker. */
    modelPickerRequest: createPendingRequest(),
  };
}

const text = notebookText.commands;

/** Shows an empty text, unless a continuation is being written. */
export function startNewText(notebook: Notebook, { view }: NotebookView): void {
  const { kind } = notebook.run.read();
  if (kind !== 'beginning' && kind !== 'writing') notebook.startNew();
  view.write('write');
}

/** The notebook's commands, for the palette and the keyboard. */
export function notebookCommands(
  notebook: Notebook,
  notebookView: NotebookView,
  {
    goToNotebook,
    showNotebook,
  }: {
    /** Opens its section and focuses it. */
    readonly goToNotebook: () => void;
    /** Opens its section without moving the focus. */
    readonly showNotebook: () => void;
  },
) {
  const { view, panel, modelPickerRequest } = notebookView;
  return [
    {
      id: 'new-text',
      ...text.newText,
      group: text.group,
      run: () => {
        startNewText(notebook, notebookView);
        goToNotebook();
      },
    },
    {
      id: 'show-branches',
      ...text.branches,
      group: text.group,
      run: () => {
        panel.write('branches');
        view.write('write');
        goToNotebook();
      },
    },
    {
      id: 'notebook-model',
      ...text.chooseModel,
      group: text.group,
      shortcut: { key: 'm', isShift: true },
      section: 'notebook',
      run: () => {
        showNotebook();
        modelPickerRequest.request();
      },
    },
    {
      id: 'notebook-parameters',
      ...text.toggleParameters,
      group: text.group,
      shortcut: { key: '.' },
      section: 'notebook',
      run: () => {
        const isOpen = view.read() === 'write' && panel.read() === 'parameters';
        const losesFocus = isOpen && isFocusFree('.ui-side-panel');
        view.write('write');
        panel.write(isOpen ? null : 'parameters');
        if (losesFocus) goToNotebook();
        else showNotebook(); // a panel that opens takes the focus
      },
    },
    {
      id: 'score-texts',
      ...text.score,
      group: text.group,
      run: () => {
        view.write('score');
        goToNotebook();
      },
    },
  ] as const;
}

/** Keys of the text field, for the table in Settings. */
export const notebookKeys = [
  { title: notebookText.keys.continue, keys: ['Ctrl', 'Enter'] },
  { title: notebookText.keys.continueAtCursor, keys: ['Ctrl', 'Shift', 'Enter'] },
  { title: notebookText.keys.alternatives, keys: ['Alt', '↓'] },
] as const;
