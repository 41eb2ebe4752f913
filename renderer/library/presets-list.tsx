import { Download, MessageSquarePlus, Trash2, Upload } from 'lucide-react';
import type { ConversationSettings } from '../../electron/contract/history.ts';
import type { Preset } from '../../electron/contract/library.ts';
import { useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { formatCount } from '../shared/format.ts';

/** The presets: named conversation settings. */
export function PresetsList({
  presets,
  onUse,
}: {
  readonly presets: readonly Preset[];
  readonly onUse: (settings: ConversationSettings) => void;
}) {
  const session = useSession();
  const { bridge, library, report, toaster } = session;
  const importOne = async () => {
    const result = await bridge.call('shell.importPreset');
    if (result.ok) library.set(result.value);
    else report(result.failure);
  };
  const exportOne = async (preset: Preset) => {
    const result = await bridge.call('shell.exportPreset', { id: preset.id });
    if (!result.ok) report(result.failure);
    else if (result.value.file !== null) toaster.show({ title: `Preset “${preset.name}” saved`, description: result.value.file });
  };
  const restore = async (preset: Preset) => {
    const result = await bridge.call('library.putPreset', preset);
    if (result.ok) library.set(result.value);
    else report(result.failure);
  };
  const remove = async (preset: Preset) => {
    const result = await bridge.call('library.removePreset', { id: preset.id });
    if (!result.ok) {
      report(result.failure);
      return;
    }
    library.set(result.value);
    toaster.show({ title: `Preset “${preset.name}” removed`, action: { label: 'Undo', onSelect: () => void restore(preset) } });
  };
  return (
    <>
      <div className="library-head">
        <p>Model, system prompt and parameters under a name. Keep one from the parameters of a conversation; share it as a file.</p>
        <Button icon={<Upload aria-hidden />} onClick={() => void importOne()}>
          Import…
        </Button>
      </div>
      {presets.length === 0 ? (
        <p className="library-empty">None yet. Open Parameters beside a conversation and choose “Keep as preset”.</p>
      ) : (
        <ul className="library-list" aria-label="Presets">
          {presets.map((preset) => (
            <li key={preset.id}>
              <div className="library-summary">
                <p className="library-name">{preset.name}</p>
                <p className="library-text">{presetSummary(preset.settings)}</p>
              </div>
              <IconButton
                label={`New conversation with ${preset.name}`}
                size="sm"
                icon={<MessageSquarePlus aria-hidden />}
                onClick={() => {
                  onUse(preset.settings);
                }}
              />
              <IconButton
                label={`Export ${preset.name}`}
                size="sm"
                icon={<Download aria-hidden />}
                onClick={() => void exportOne(preset)}
              />
              <IconButton label={`Remove ${preset.name}`} size="sm" icon={<Trash2 aria-hidden />} onClick={() => void remove(preset)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Summarizes a preset in one line. */
function presetSummary({ model, systemPrompt, parameters, toolIds }: ConversationSettings): string {
  const { temperature, topP, maxTokens, seed, stop, reasoningEffort, extra } = parameters;
  const parts = [
    model,
    temperature !== undefined && `temperature ${temperature}`,
    topP !== undefined && `top-p ${topP}`,
    maxTokens !== undefined && `at most ${formatCount(maxTokens, 'token', 'tokens')}`,
    seed !== undefined && `seed ${seed}`,
    stop !== undefined && formatCount(stop.length, 'stop text', 'stop texts'),
    reasoningEffort !== undefined && `${reasoningEffort} effort`,
    toolIds.length > 0 && formatCount(toolIds.length, 'tool', 'tools'),
    extra !== undefined && formatCount(Object.keys(extra).length, 'more parameter', 'more parameters'),
    systemPrompt.trim() !== '' && `“${systemPrompt.trim().slice(0, 120)}”`,
  ].filter((word) => word !== false && word !== null);
  return parts.length === 0 ? 'Nothing but the defaults' : parts.join(' · ');
}
