import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { useState } from 'react';
import type { Capabilities, CatalogModel } from '../../../electron/contract/catalog.ts';
import { useSession } from '../../state/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/toggle.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAction } from '../use-action.ts';
import { modelsText } from '../text.ts';

const text = modelsText.modelDialog;

const capabilityNames = Object.keys(text.capabilities) as (keyof Capabilities)[]; // The record has exactly these keys.
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
  const [imageSupport, setImageSupport] = useState<ImageSupport>(
    model?.seesImages === undefined ? 'unknown' : model.seesImages ? 'yes' : 'no',
  );
  const [images, setImages] = useState(model?.imagesPerRequest === undefined ? '' : String(model.imagesPerRequest));
  const isValid = id.trim() !== '' && isCount(context) && (imageSupport === 'no' || isCount(images));

  const put = (next: CatalogModel, replaces: string | null, signal?: AbortSignal) =>
    bridge.call('catalog.putModel', { profileId, segment, model: next, replaces }, { signal });
  const save = async () => {
    const next = toCatalogModel(
      { id, capabilities, contextLength: parseCount(context), imageSupport, imagesPerRequest: parseCount(images) },
      model,
    );
    const saved = await run((signal) => put(next, model?.id ?? null, signal));
    if (saved !== undefined) onClose();
  };
  const remove = async (removed: CatalogModel) => {
    const result = await run((signal) => bridge.call('catalog.removeModel', { profileId, segment, modelId: removed.id }, { signal }));
    if (result === undefined) return;
    onClose();
    toaster.show({
      title: text.removed(removed.id),
      action: { label: modelsText.undo, onSelect: () => void attempt(put(removed, null)) },
    });
  };
  return (
    <FormDialog
      title={model === undefined ? text.addTitle(segment) : model.id}
      description={text.hint}
      canSave={isValid}
      isBusy={isBusy}
      failure={failure && describeFailure(failure)}
      onSave={() => void save()}
      onRemove={model && (() => void remove(model))}
      onClose={onClose}
    >
      <TextField label={text.id.label} description={text.id.hint} value={id} onChange={setId} maxLength={200} />
      {capabilityNames.map((name) => (
        <Switch
          key={name}
          label={text.capabilities[name].label}
          description={text.capabilities[name].hint}
          isOn={capabilities[name]}
          onChange={(isOn) => setCapabilities((before) => ({ ...before, [name]: isOn }))}
        />
      ))}
      <CountField words={text.context} value={context} onChange={setContext} />
      <Select
        label={text.imageSupport.label}
        description={text.imageSupport.hint}
        value={imageSupport}
        options={imageSupportOptions}
        onChange={setImageSupport}
      />
      {imageSupport !== 'no' && <CountField words={text.images} value={images} onChange={setImages} />}
    </FormDialog>
  );
}

/** A field for a whole number, which may be empty. */
function CountField({
  words: { label, hint, error },
  value,
  onChange,
}: {
  readonly words: { readonly label: string; readonly hint: string; readonly error: string };
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <TextField
      label={label}
      description={hint}
      inputMode="numeric"
      value={value}
      onChange={onChange}
      error={isCount(value) ? undefined : error}
    />
  );
}

function isCount(typed: string): boolean {
  return typed.trim() === '' || parseCount(typed) !== undefined;
}

function parseCount(typed: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(typed.trim()) ? Number(typed) : undefined;
}

/** What the user says about whether a model sees images. */
type ImageSupport = keyof typeof text.imageSupport.options;

const imageSupportOptions = (['unknown', 'yes', 'no'] as const).map((value) => ({ value, label: text.imageSupport.options[value] }));

/** The form fields of a model. Undefined numbers are those that the service reports. */
interface ModelFields {
  readonly id: string;
  readonly capabilities: Capabilities;
  readonly contextLength: number | undefined;
  readonly imageSupport: ImageSupport;
  readonly imagesPerRequest: number | undefined;
}

/** Converts form fields to a model. `before` keeps what the form doesn't show, such as the template that fills in the middle. */
export function toCatalogModel(
  { id, capabilities, contextLength, imageSupport, imagesPerRequest }: ModelFields,
  before: CatalogModel | undefined,
): CatalogModel {
  const { contextLength: _length, seesImages: _sees, imagesPerRequest: _images, ...others } = before ?? {};
  return {
    ...others,
    id: id.trim(),
    capabilities,
    ...(contextLength === undefined ? {} : { contextLength }),
    ...(imageSupport === 'unknown' ? {} : { seesImages: imageSupport === 'yes' }),
    ...(imagesPerRequest === undefined || imageSupport === 'no' ? {} : { imagesPerRequest }),
  };
}

/** Same rule as in the main process. */
const pattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/;

/** Returns an engine path without the slashes and spaces around it, which are easily copied with it from a URL. */
export function trimEnginePath(text: string): string {
  return text.replaceAll(/^[\s/]+|[\s/]+$/g, '');
}

export function isEnginePath(path: string): boolean {
  return pattern.test(path);
}
