import { Code, Download } from 'lucide-react';
import { newId } from '../bridge/bridge.ts';
import { copyText } from '../shared/copy-text.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import type { Notebook } from './notebook.ts';
import { notebookText } from './text.ts';

const text = notebookText.export;

/** Saves the text to a file, or copies the request of its last continuation. Edits are saved first. */
export function ExportMenu({ notebook, isBusy }: { readonly notebook: Notebook; readonly isBusy: boolean }) {
  const { bridge, attempt, toaster } = useSession();
  const isEmpty = useIsEmpty(notebook);
  const run = useStore(notebook.run);
  const isOpening = useStore(notebook.isOpening);
  const lastId = run.kind === 'over' ? run.message.id : null;
  const exportAs = async (format: 'text' | 'markdown' | 'json' | 'html') => {
    if (!(await notebook.save())) return;
    const ids = [notebook.conversationId()];
    const result = await attempt(bridge.call('shell.exportConversations', { ids, format, jobId: newId() }));
    if (result.ok && result.value.file !== null) toaster.show({ title: text.saved, description: result.value.file });
  };
  const copyCode = async (messageId: string, language: 'curl' | 'python') => {
    const result = await attempt(bridge.call('chat.requestCode', { messageId, language }));
    if (result.ok) await copyText(result.value.text, text.requestTitles[language], toaster);
  };
  const entries: readonly MenuEntry[] = [
    ...(['text', 'markdown', 'json', 'html'] as const).map((format): MenuEntry => ({
      kind: 'action',
      label: text.as(format),
      icon: <Download aria-hidden />,
      onSelect: () => void exportAs(format),
    })),
    { kind: 'separator', id: 'request' },
    ...(['curl', 'python'] as const).map((language): MenuEntry => ({
      kind: 'action',
      label: text.copyRequest(language),
      icon: <Code aria-hidden />,
      isDisabled: lastId === null,
      onSelect: () => {
        if (lastId !== null) void copyCode(lastId, language);
      },
    })),
  ];
  return (
    <Menu
      align="end"
      trigger={<IconButton label={text.button} icon={<Download aria-hidden />} isDisabled={isBusy || isOpening || isEmpty} />}
      entries={entries}
    />
  );
}

/** Returns whether there is no text. A component that uses only this isn't rendered again while the text grows. */
export function useIsEmpty({ text }: Notebook): boolean {
  return useStore({ read: () => text.read().text === '', subscribe: text.subscribe });
}
