import { Download, MessageSquarePlus, SlidersHorizontal, Trash2, Upload } from 'lucide-react';
import { useRef } from 'react';
import type { ConversationSettings } from '../../electron/contract/history.ts';
import type { Preset } from '../../electron/contract/library.ts';
import { useRowFocus } from '../shared/use-row-focus.ts';
import { useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { CardList } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { uiText } from '../ui/text.ts';
import { libraryText } from './text.ts';

const text = libraryText.presets;

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
  const importRef = useRef<HTMLButtonElement>(null);
  const list = useRowFocus(importRef);
  const importOne = async () => {
    const result = await bridge.call('shell.importPreset');
    if (result.ok) library.set(result.value);
    else report(result.failure);
  };
  const exportOne = async (preset: Preset) => {
    const result = await bridge.call('shell.exportPreset', { id: preset.id });
    if (!result.ok) report(result.failure);
    else if (result.value.file !== null) toaster.show({ title: text.exported(preset.name), description: result.value.file });
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
    toaster.show({ title: text.deleted(preset.name), action: { label: uiText.undo, onSelect: () => void restore(preset) } });
  };
  const importButton = (
    <Button ref={importRef} icon={<Upload aria-hidden />} onClick={() => void importOne()}>
      {text.import}
    </Button>
  );
  if (presets.length === 0)
    return (
      <EmptyState icon={<SlidersHorizontal aria-hidden />} title={text.emptyTitle} actions={importButton}>
        <p>{text.hint}</p>
        <p>{text.empty}</p>
      </EmptyState>
    );
  return (
    <>
      <div className="library-head row muted small">
        <p>{text.hint}</p>
        {importButton}
      </div>
      <CardList ref={list} label={text.title}>
        {presets.map((preset) => (
          <li key={preset.id} className="library-row row">
            <div className="library-summary">
              <p className="medium">{preset.name}</p>
              <p className="muted small cut">{presetSummary(preset.settings)}</p>
            </div>
            <IconButton
              label={text.use(preset.name)}
              size="sm"
              icon={<MessageSquarePlus aria-hidden />}
              onClick={() => {
                onUse(preset.settings);
              }}
            />
            <IconButton label={text.export(preset.name)} size="sm" icon={<Download aria-hidden />} onClick={() => void exportOne(preset)} />
            <IconButton label={text.delete(preset.name)} size="sm" icon={<Trash2 aria-hidden />} onClick={() => void remove(preset)} />
          </li>
        ))}
      </CardList>
    </>
  );
}

/** Summarizes a preset in one line. */
function presetSummary({ model, systemPrompt, parameters, toolIds }: ConversationSettings): string {
  const { temperature, topP, maxTokens, seed, stop, reasoningEffort, extra } = parameters;
  const { summary } = text;
  const parts = [
    model,
    temperature !== undefined && summary.temperature(temperature),
    topP !== undefined && summary.topP(topP),
    maxTokens !== undefined && summary.maxTokens(maxTokens),
    seed !== undefined && summary.seed(seed),
    stop !== undefined && summary.stops(stop.length),
    reasoningEffort !== undefined && summary.reasoningEffort(reasoningEffort),
    toolIds.length > 0 && summary.tools(toolIds.length),
    extra !== undefined && summary.extra(Object.keys(extra).length),
    systemPrompt.trim() !== '' && summary.systemPrompt(systemPrompt.trim().slice(0, 120)),
  ].filter((part) => part !== false && part !== null);
  return parts.length === 0 ? summary.defaults : parts.join(' · ');
}
