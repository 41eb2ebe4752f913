import { Bookmark, Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { newId } from '../../bridge/bridge.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useChat } from '../chat.ts';
import { presetsText } from './text.ts';

/** Applies, saves and shares named settings. */
export function PresetBar() {
  const chat = useChat();
  const { bridge, library, attempt, toaster } = useSession();
  const presets = useStore(library).value?.presets ?? [];
  /** Set while the dialog is open. Also the id of a new preset, so that trying again doesn't create another one. */
  const [newPresetId, setNewPresetId] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const [name, setName] = useState('');
  const save = async (ownId: string) => {
    setSaving(true);
    const existing = presets.find((preset) => preset.name === name.trim());
    const preset = { id: existing?.id ?? ownId, name: name.trim(), settings: chat.settings.read() };
    const { ok } = await attempt(bridge.call('library.putPreset', preset));
    setSaving(false);
    if (!ok) return;
    toaster.show({ title: presetsText.saved(name.trim()) });
    // The user may have opened another dialog since.
    setNewPresetId((id) => (id === ownId ? undefined : id));
  };
  const exportPreset = async (id: string) => {
    const result = await attempt(bridge.call('shell.exportPreset', { id }));
    if (result.ok && result.value.file !== null) toaster.show({ title: presetsText.exported, description: result.value.file });
  };
  const entries: readonly MenuEntry[] = [
    ...presets.map((preset): MenuEntry => ({
      kind: 'action',
      label: preset.name,
      onSelect: () => {
        chat.settings.change(preset.settings);
        toaster.show({ title: presetsText.applied(preset.name) });
      },
    })),
    { kind: 'separator', id: 'files' },
    {
      kind: 'action',
      label: presetsText.import,
      icon: <Upload aria-hidden />,
      onSelect: () => void attempt(bridge.call('shell.importPreset')),
    },
    ...presets.map((preset): MenuEntry => ({
      kind: 'action',
      label: presetsText.export(preset.name),
      icon: <Download aria-hidden />,
      onSelect: () => void exportPreset(preset.id),
    })),
  ];
  return (
    <div className="row wrap">
      <Menu trigger={<Button size="sm">{presets.length === 0 ? presetsText.none : presetsText.apply}</Button>} entries={entries} />
      <Button size="sm" variant="quiet" icon={<Bookmark aria-hidden />} onClick={() => setNewPresetId(newId())}>
        {presetsText.saveAs}
      </Button>
      {newPresetId !== undefined && (
        <FormDialog
          title={presetsText.dialogTitle}
          saveLabel={presetsText.save}
          canSave={name.trim() !== ''}
          isBusy={isSaving}
          onSave={() => void save(newPresetId)}
          onClose={() => setNewPresetId(undefined)}
        >
          <TextField
            label={presetsText.name}
            description={presets.some((preset) => preset.name === name.trim()) ? presetsText.replaces : undefined}
            maxLength={120}
            value={name}
            onChange={setName}
          />
        </FormDialog>
      )}
    </div>
  );
}
