import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { useState, useRef } from 'react';
import type { ConversationSettings } from '../../electron/contract/history.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { LoadFailure } from '../ui/failure-message.tsx';
import { Spinner } from '../ui/progress.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { uiText } from '../ui/text.ts';
import { PromptsList } from './prompts-list.tsx';
import { LibraryList } from './library-list.tsx';
import { libraryText } from './text.ts';
import { Download, MessageSquarePlus, SlidersHorizontal, Trash2, Upload } from 'lucide-react';
import type { Preset } from '../../electron/contract/library.ts';

const text = libraryText.presets;

/** The user's prompts and presets. */
export function LibraryScreen({ onUse }: { readonly onUse: (settings: ConversationSettings) => void }) {
  const session = useSession();
  const { value: library, failure } = useStore(session.library);
  const [tab, setTab] = useState<'prompts' | 'presets'>('prompts');
  if (library === undefined && failure !== undefined) {
    return <LoadFailure title={libraryText.failed} failure={describeFailure(failure)} onRetry={() => void session.library.reload()} />;
  }
  return (
    <div className="library column">
      {library === undefined ? (
        <Spinner label={libraryText.loading} />
      ) : (
        <Tabs
          label={libraryText.title}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'prompts', label: libraryText.prompts.title, panel: <PromptsList prompts={library.prompts} /> },
            { value: 'presets', label: libraryText.presets.title, panel: <PresetsList presets={library.presets} onUse={onUse} /> },
          ]}
        />
      )}
    </div>
  );
}

/** The presets: named conversation settings. */
function PresetsList({
  presets,
  onUse,
}: {
  readonly presets: readonly Preset[];
  readonly onUse: (settings: ConversationSettings) => void;
}) {
  const { bridge, attempt, toaster } = useSession();
  const importButton = useRef<HTMLButtonElement>(null);
  const exportOne = async (preset: Preset) => {
    const result = await attempt(bridge.call('shell.exportPreset', { id: preset.id }));
    if (result.ok && result.value.file !== null) toaster.show({ title: text.exported(preset.name), description: result.value.file });
  };
  const restore = (preset: Preset) => attempt(bridge.call('library.putPreset', preset));
  const remove = async (preset: Preset) => {
    const { ok } = await attempt(bridge.call('library.removePreset', { id: preset.id }));
    if (ok) toaster.show({ title: text.deleted(preset.name), action: { label: uiText.undo, onSelect: () => void restore(preset) } });
  };
  return (
    <LibraryList
      text={text}
      icon={<SlidersHorizontal aria-hidden />}
      button={
        <Button ref={importButton} icon={<Upload aria-hidden />} onClick={() => void attempt(bridge.call('shell.importPreset'))}>
          {text.import}
        </Button>
      }
      buttonRef={importButton}
      items={presets.map((preset) => ({
        id: preset.id,
        name: preset.name,
        summary: presetSummary(preset.settings),
        actions: [
          { label: text.use(preset.name), icon: <MessageSquarePlus aria-hidden />, onSelect: () => onUse(preset.settings) },
          { label: text.export(preset.name), icon: <Download aria-hidden />, onSelect: () => void exportOne(preset) },
          { label: text.delete(preset.name), icon: <Trash2 aria-hidden />, onSelect: () => void remove(preset) },
        ],
      }))}
    />
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
