import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { useState } from 'react';
import type { Failure } from '../../../electron/contract/failure.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Switch } from '../../ui/toggle.tsx';
import { localApiText } from './text.ts';

/** Edits a port. A change takes effect on submit. */
export function PortField({
  label,
  description,
  port,
  onChange,
}: {
  readonly label: string;
  readonly description?: string;
  readonly port: number;
  readonly onChange: (port: number) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? String(port);
  const parsedPort = parsePort(text);
  const isChanged = text !== String(port);
  return (
    <form
      className="ui-field-row"
      onSubmit={(event) => {
        event.preventDefault();
        if (parsedPort === undefined || !isChanged) return;
        onChange(parsedPort);
        setTyped(undefined);
      }}
    >
      <TextField
        label={label}
        description={description}
        inputMode="numeric"
        value={text}
        onChange={setTyped}
        error={parsedPort === undefined ? localApiText.port.error : undefined}
      />
      {isChanged && (
        <Button type="submit" isDisabled={parsedPort === undefined}>
          {localApiText.port.save}
        </Button>
      )}
    </form>
  );
}

/** Parses an unprivileged port. Returns undefined if the text is not one. */
export function parsePort(text: string): number | undefined {
  if (!/^\d{1,5}$/.test(text.trim())) return undefined;
  const port = Number(text);
  return port >= 1024 && port <= 65535 ? port : undefined;
}

const defaultForwardPort = 7443;

/** The port that forwards raw connections to the inference server. Off by default. */
export function RawForward({
  port,
  failure,
  onChange,
}: {
  readonly port: number | null;
  readonly failure: Failure | undefined;
  readonly onChange: (port: number | null) => void;
}) {
  return (
    <div className="local-api-forward stack">
      <h3>{localApiText.rawForwarding.title}</h3>
      <Switch
        label={localApiText.rawForwarding.label}
        description={localApiText.rawForwarding.hint}
        isOn={port !== null}
        onChange={(isOn) => onChange(isOn ? defaultForwardPort : null)}
      />
      {port !== null && <PortField label={localApiText.rawForwarding.port} port={port} onChange={onChange} />}
      {failure !== undefined && <FailureMessage failure={describeFailure(failure)} />}
    </div>
  );
}
