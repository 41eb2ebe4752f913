import { useId, useState } from 'react';
import type { Capabilities, CatalogModel } from '../../../electron/contract/catalog.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FailureWords } from '../failure-words.tsx';
import { useAction } from '../use-action.ts';

const capabilityTitles: Readonly<Record<keyof Capabilities, readonly [string, string]>> = {
  chat: ['Chat', 'Answers conversations.'],
  completion: ['Text completion', 'Goes on with a raw text.'],
  tools: ['Tools', 'May ask for functions to be run.'],
  reasoning: ['Thinking', 'Thinks before it answers.'],
  reasoningEffort: ['Thinking effort', 'Takes low, medium or high.'],
};
const capabilityNames = Object.keys(capabilityTitles) as (keyof Capabilities)[]; // the record has exactly these
const plain: Capabilities = { chat: true, completion: false, tools: false, reasoning: false, reasoningEffort: false };

/** Adds, changes or removes a model of a segment: what Causeway may ask of it. */
export function ModelDialog({
  profileId,
  segment,
  model,
  offeredId,
  onClose,
}: {
  readonly profileId: string;
  readonly segment: string;
  /** As the catalog has it; undefined: not in it yet. */
  readonly model: CatalogModel | undefined;
  /** The id of a model that a list named. */
  readonly offeredId: string | undefined;
  readonly onClose: () => void;
}) {
  const { bridge } = useSession();
  const { isBusy, failure, run } = useAction();
  const formId = useId();
  const [id, setId] = useState(model?.id ?? offeredId ?? '');
  const [capabilities, setCapabilities] = useState<Capabilities>(model?.capabilities ?? plain);
  const [context, setContext] = useState(model?.contextLength === undefined ? '' : String(model.contextLength));
  const contextLength = /^[1-9]\d{0,8}$/.test(context.trim()) ? Number(context) : undefined;
  const isContextGood = context.trim() === '' || contextLength !== undefined;
  const isGood = id.trim() !== '' && isContextGood;

  const save = async () => {
    const next: CatalogModel = { id: id.trim(), capabilities, ...(contextLength === undefined ? {} : { contextLength }) };
    const saved = await run((signal) =>
      bridge.call('catalog.putModel', { profileId, segment, model: next, replaces: model?.id ?? null }, { signal }),
    );
    if (saved !== undefined) onClose();
  };
  const remove = async () => {
    if (model === undefined) return;
    const removed = await run((signal) => bridge.call('catalog.removeModel', { profileId, segment, modelId: model.id }, { signal }));
    if (removed !== undefined) onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={model === undefined ? `Add a model to ${segment}` : model.id}
      description="Causeway never sends a model what it is not said to take."
      actions={
        <>
          {model !== undefined && (
            <Button variant="danger" onClick={() => void remove()} isDisabled={isBusy}>
              Remove
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isDisabled={!isGood || isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="connection-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isGood && !isBusy) void save();
        }}
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
          error={isContextGood ? undefined : 'A whole number of tokens.'}
        />
        {failure !== undefined && <FailureWords failure={failure} />}
      </form>
    </Dialog>
  );
}
