import { useId, useState } from 'react';
import type { CatalogEntry, Engine } from '../../../electron/contract/catalog.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FailureWords } from '../failure-words.tsx';
import { useAction } from '../use-action.ts';

const engines: readonly { readonly value: Engine; readonly label: string }[] = [
  { value: 'A', label: 'A (like vLLM)' },
  { value: 'B', label: 'B (like SGLang)' },
  { value: 'unknown', label: 'Not known' },
];
const segmentShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/;

/** Adds, changes or removes a segment of the catalog. */
export function EntryDialog({
  profileId,
  entry,
  onClose,
}: {
  readonly profileId: string;
  /** Undefined: a new one. */
  readonly entry: CatalogEntry | undefined;
  readonly onClose: () => void;
}) {
  const { bridge } = useSession();
  const { isBusy, failure, run } = useAction();
  const formId = useId();
  const [segment, setSegment] = useState(entry?.segment ?? '');
  const [engine, setEngine] = useState<Engine>(entry?.engine ?? 'unknown');
  const isGood = segmentShape.test(segment);

  const save = async () => {
    const next = { segment, engine, models: entry?.models ?? [] };
    const saved = await run((signal) =>
      bridge.call('catalog.putEntry', { profileId, entry: next, replaces: entry?.segment ?? null }, { signal }),
    );
    if (saved !== undefined) onClose();
  };
  const remove = async () => {
    if (entry === undefined) return;
    const removed = await run((signal) => bridge.call('catalog.removeEntry', { profileId, segment: entry.segment }, { signal }));
    if (removed !== undefined) onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={entry === undefined ? 'Add a segment' : `Segment ${entry.segment}`}
      description="The part of the address that picks an engine, between the base URL and /v1."
      actions={
        <>
          {entry !== undefined && (
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
        <TextField
          label="Segment"
          value={segment}
          onChange={setSegment}
          error={segment !== '' && !isGood ? 'Letters, digits, dots, dashes and underscores only; no slash.' : undefined}
        />
        <Select label="Engine" options={engines} value={engine} onChange={setEngine} />
        {failure !== undefined && <FailureWords failure={failure} />}
      </form>
    </Dialog>
  );
}
