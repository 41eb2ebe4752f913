import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { useState } from 'react';
import type { CatalogEntry, Engine } from '../../../electron/contract/catalog.ts';
import { useSession } from '../../state/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAction } from '../use-action.ts';
import { engineTitles } from '../../shared/labels.ts';
import { isEnginePath, trimEnginePath } from './engine-path.ts';
import { modelsText } from './text.ts';

const text = modelsText.pathDialog;

const engines = (['vllm', 'sglang', 'unknown'] as const satisfies readonly Engine[]).map((value) => ({
  value,
  label: engineTitles[value],
}));

/** Adds, edits or removes a segment of the catalog. */
export function EnginePathDialog({
  profileId,
  entry,
  onClose,
}: {
  readonly profileId: string;
  /** Undefined for a new segment. */
  readonly entry: CatalogEntry | undefined;
  readonly onClose: () => void;
}) {
  const { bridge, toaster, attempt } = useSession();
  const { isBusy, failure, run } = useAction();
  const [segment, setSegment] = useState(entry?.segment ?? '');
  const [engine, setEngine] = useState<Engine>(entry?.engine ?? 'unknown');
  const path = trimEnginePath(segment);
  const isValid = isEnginePath(path);

  const put = (next: CatalogEntry, replaces: string | null, signal?: AbortSignal) =>
    bridge.call('catalog.putEntry', { profileId, entry: next, replaces }, { signal });
  const save = async () => {
    const saved = await run((signal) => put({ segment: path, engine, models: entry?.models ?? [] }, entry?.segment ?? null, signal));
    if (saved !== undefined) onClose();
  };
  const remove = async (removed: CatalogEntry) => {
    const result = await run((signal) => bridge.call('catalog.removeEntry', { profileId, segment: removed.segment }, { signal }));
    if (result === undefined) return;
    onClose();
    toaster.show({
      title: text.removed(removed.segment),
      action: { label: modelsText.undo, onSelect: () => void attempt(put(removed, null)) },
    });
  };
  return (
    <FormDialog
      title={entry === undefined ? text.addTitle : text.editTitle(entry.segment)}
      description={text.hint}
      canSave={isValid}
      isBusy={isBusy}
      failure={failure && describeFailure(failure)}
      onSave={() => void save()}
      onRemove={entry && (() => void remove(entry))}
      onClose={onClose}
    >
      <TextField
        label={text.path}
        spellCheck={false}
        value={segment}
        onChange={setSegment}
        error={path !== '' && !isValid ? text.pathError : undefined}
      />
      <Select label={text.engine} options={engines} value={engine} onChange={setEngine} />
    </FormDialog>
  );
}
