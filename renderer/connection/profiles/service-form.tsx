import { useState } from 'react';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { baseUrlError, serviceName, nameError, type ServiceFields } from './profile-draft.ts';

/** The fields of a service. The advanced ones are collapsed unless one of them is set. */
export function ServiceForm({
  fields,
  takenNames,
  isExpanded = false,
  onChange,
}: {
  readonly fields: ServiceFields;
  /** Names of the other profiles. */
  readonly takenNames: readonly string[];
  /** Whether to expand the advanced fields. */
  readonly isExpanded?: boolean;
  readonly onChange: (fields: ServiceFields) => void;
}) {
  const { bridge, attempt } = useSession();
  // Initial state only; the user expands and collapses it.
  const [isOpen] = useState(isExpanded || fields.inferenceServer !== '' || fields.caFile !== null);
  const choose = async () => {
    const result = await attempt(bridge.call('shell.chooseAuthorities'));
    if (result.ok && result.value.file !== null) onChange({ ...fields, caFile: result.value.file });
  };
  return (
    <>
      <TextField
        label="Base URL"
        description="The address of the service’s web chat."
        placeholder="https://chat.example.org"
        inputMode="url"
        spellCheck={false}
        value={fields.baseUrl}
        onChange={(baseUrl) => {
          onChange({ ...fields, baseUrl });
        }}
        error={baseUrlError(fields.baseUrl)}
      />
      <TextField
        label="Name"
        placeholder={serviceName({ ...fields, name: '' }) || 'My service'}
        maxLength={80}
        value={fields.name}
        onChange={(name) => {
          onChange({ ...fields, name });
        }}
        error={nameError(fields, takenNames)}
      />
      <details className="connection-more" open={isOpen}>
        <summary>More</summary>
        <div className="ui-form">
          <TextField
            label="Inference server"
            description="Name or address the instance forwards to. Left empty: the host of the base URL, which is right for most."
            spellCheck={false}
            value={fields.inferenceServer}
            onChange={(inferenceServer) => {
              onChange({ ...fields, inferenceServer });
            }}
          />
          <div className="connection-file">
            <div>
              <p className="ui-field-label">Certificate authority</p>
              <p className="ui-field-description">{fields.caFile ?? 'Those that this computer trusts.'}</p>
            </div>
            <Button size="sm" onClick={() => void choose()}>
              Choose a file…
            </Button>
            {fields.caFile !== null && (
              <Button
                size="sm"
                onClick={() => {
                  onChange({ ...fields, caFile: null });
                }}
              >
                Use this computer’s
              </Button>
            )}
          </div>
        </div>
      </details>
    </>
  );
}
