import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { useState } from 'react';
import type { Capabilities, CatalogModel } from '../../../electron/contract/catalog.ts';
import { useSession } from '../../state/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAction } from '../use-action.ts';

const capabilityTitles: Readonly<Record<keyof Capabilities, readonly [string, string]>> = {
  chat: ['Chat', 'Answers conversations.'],
  completion: ['Text completion', 'Goes on with a raw text.'],
  tools: ['Tools', 'May ask for functions to be run.'],
  reasoning: ['Thinking', 'Thinks before it answers.'],
  reasoningEffort: ['Thinking effort', 'Takes low, medium or high.'],
};
const capabilityNames = Object.keys(capabilityTitles) as (keyof Capabilities)[]; // The record has exactly these keys.
const defaultCapabilities: Capabilities = { chat: true, completion: false, tools: false, reasoning: false, reasoningEffort: false };

/** Adds, edits or removes a model of a segment, with its capabilities. */
export function ModelDialog({
  profileId,
  segment,
  model,
  offeredId,
  onClose,
}: {
  readonly profileId: string;
  readonly segment: string;
  /** The catalog's entry; undefined for a new model. */
  readonly model: CatalogModel | undefined;
  /** The id of a listed model that is not in the catalog. */
  readonly offeredId: string | undefined;
  readonly onClose: () => void;
}) {
  const { bridge, toaster, attempt } = useSession();
  const { isBusy, failure, run } = useAction();
  const [id, setId] = useState(model?.id ?? offeredId ?? '');
  const [capabilities, setCapabilities] = useState<Capabilities>(model?.capabilities ?? defaultCapabilities);
  const [context, setContext] = useState(model?.contextLength === undefined ? '' : String(model.contextLength));
  const contextLength = /^[1-9]\d{0,8}$/.test(context.trim()) ? Number(context) : undefined;
  const isContextValid = context.trim() === '' || contextLength !== undefined;
  const isValid = id.trim() !== '' && isContextValid;

  const put = (next: CatalogModel, replaces: string | null, signal?: AbortSignal) =>
    bridge.call('catalog.putModel', { profileId, segment, model: next, replaces }, { signal });
  const save = async () => {
    const next = { id: id.trim(), capabilities, ...(contextLength === undefined ? {} : { contextLength }) };
    const saved = await run((signal) => put(next, model?.id ?? null, signal));
    if (saved !== undefined) onClose();
  };
  const remove = async (removed: CatalogModel) => {
    const result = await run((signal) => bridge.call('catalog.removeModel', { profileId, segment, modelId: removed.id }, { signal }));
    if (result === undefined) return;
    onClose();
    toaster.show({
      title: `${removed.id} removed from the catalog`,
      action: { label: 'Undo', onSelect: () => void attempt(put(removed, null)) },
    });
  };
  return (
    <FormDialog
      title={model === undefined ? `Add a model to ${segment}` : model.id}
      description="Causeway never sends a model what it is not said to take."
      canSave={isValid}
      isBusy={isBusy}
      failure={failure && describeFailure(failure)}
      onSave={() => void save()}
      onRemove={model && (() => void remove(model))}
      onClose={onClose}
    >
      <TextField label="Model id" description="As the service itself writes it." value={id} onChange={setId} maxLength={200} />
      {capabilityNames.map((name) => (
        <Switch
          key={name}
          label={capabilityTitles[name][0]}
          description={capabilityTitles[name][1]}
          isOn={capabilities[name]}
          onChange={(isOn) => {
            setCapabilities((before) => ({ ...before, [name]: isOn }));
          }}
        />
      ))}
      <TextField
        label="Context length in tokens"
        description="Left empty: as the service’s list tells."
        inputMode="numeric"
        value={context}
        onChange={setContext}
        error={isContextValid ? undefined : 'A whole number of tokens.'}
      />
    </FormDialog>
  );
}
