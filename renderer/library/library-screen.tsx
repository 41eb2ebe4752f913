import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { useState, useRef } from 'react';
import type { ConversationSettings } from '../../electron/contract/history.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/progress.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { uiText } from '../ui/text.ts';
import { PromptsList } from './prompts-list.tsx';
import { libraryText } from './text.ts';
import { Download, MessageSquarePlus, SlidersHorizontal, Trash2, Upload } from 'lucide-react';
import type { Preset } from '../../electron/contract/library.ts';
import { useRowFocus } from '../shared/use-row-focus.ts';
import { CardList } from '../ui/card.tsx';
import { IconButton } from '../ui/icon-button.tsx';

const presetsText = libraryText.presets;

/** The user's prompts and presets. */
export function LibraryScreen({ onUse }: { readonly onUse: (settings: ConversationSettings) => void }) {
  const session = useSession();
  const library = useStore(session.library);
  const [tab, setTab] = useState<'prompts' | 'presets'>('prompts');
  switch (library.state) {
    case 'reading':
      return (
        <div className="library column">
          <Spinner label={libraryText.loading} />
        </div>
      );
    case 'failed':
      return (
        <EmptyState title={libraryText.failed} actions={<Button onClick={() => void session.library.reload()}>{uiText.tryAgain}</Button>}>
          <p>{describeFailure(library.failure).message}</p>
          <p>{describeFailure(library.failure).remedy}</p>
        </EmptyState>
      );
    case 'known':
      return (
        <div className="library column">
          <Tabs
            label={libraryText.title}
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'prompts', label: libraryText.prompts.title, panel: <PromptsList prompts={library.value.prompts} /> },
              { value: 'presets', label: libraryText.presets.title, panel: <PresetsList presets={library.value.presets} onUse={onUse} /> },
            ]}
          />
        </div>
      );
  }
}

/** The presets: named conversation settings. */
function PresetsList({
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
    else if (result.value.file !== null) toaster.show({ title: presetsText.exported(preset.name), description: result.value.file });
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
    toaster.show({ title: presetsText.deleted(preset.name), action: { label: uiText.undo, onSelect: () => void restore(preset) } });
  };
  const importButton = (
    <Button ref={importRef} icon={<Upload aria-hidden />} onClick={() => void importOne()}>
      {presetsText.import}
    </Button>
  );
  if (presets.length === 0)
    return (
      <EmptyState icon={<SlidersHorizontal aria-hidden />} title={presetsText.emptyTitle} actions={importButton}>
        <p>{presetsText.hint}</p>
        <p>{presetsText.empty}</p>
      </EmptyState>
    );
  return (
    <>
      <div className="library-head row muted small">
        <p>{presetsText.hint}</p>
        {importButton}
      </div>
      <CardList ref={list} label={presetsText.title}>
        {presets.map((preset) => (
          <li key={preset.id} className="library-row row">
            <div className="library-summary">
              <p className="medium">{preset.name}</p>
              <p className="muted small cut">{presetSummary(preset.settings)}</p>
            </div>
            <IconButton
              label={presetsText.use(preset.name)}
              size="sm"
              icon={<MessageSquarePlus aria-hidden />}
              onClick={() => onUse(preset.settings)}
            />
            <IconButton
              label={presetsText.export(preset.name)}
              size="sm"
              icon={<Download aria-hidden />}
              onClick={() => void exportOne(preset)}
            />
            <IconButton
              label={presetsText.delete(preset.name)}
              size="sm"
              icon={<Trash2 aria-hidden />}
              onClick={() => void remove(preset)}
            />
          </li>
        ))}
      </CardList>
    </>
  );
}

/** Summarizes a preset in one line. */
function presetSummary({ model, systemPrompt, parameters, toolIds }: ConversationSettings): string {
  const { temperature, topP, maxTokens, seed, stop, reasoningEffort, extra } = parameters;
  const { summary } = presetsText;
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
