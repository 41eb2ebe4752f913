import { useState } from 'react';
import type { Authority } from '../../../electron/contract/profile.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AuthorityList } from './authority-list.tsx';
import { baseUrlError, serviceName, nameError, type ServiceFields } from './profile-draft.ts';
import { profilesText } from './text.ts';

const text = profilesText.service;

interface ChosenFile {
  readonly file: string;
  readonly authorities: readonly Authority[];
}

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
  readonly onChange: (change: Partial<ServiceFields>) => void;
}) {
  const { bridge, attempt } = useSession();
  // Initial state only; the user expands and collapses it.
  const [isOpen] = useState(isExpanded || fields.inferenceServer !== '' || fields.caFile !== null);
  /** The file whose authorities the user is asked to trust. */
  const [chosen, setChosen] = useState<ChosenFile>();
  const choose = async () => {
    const result = await attempt(bridge.call('shell.chooseAuthorities'));
    if (result.ok && result.value !== null) setChosen(result.value);
  };
  return (
    <>
      <TextField
        label={text.baseUrl.label}
        description={text.baseUrl.hint}
        placeholder={text.baseUrl.placeholder}
        inputMode="url"
        spellCheck={false}
        value={fields.baseUrl}
        onChange={(baseUrl) => {
          onChange({ baseUrl });
        }}
        error={baseUrlError(fields.baseUrl)}
      />
      <TextField
        label={text.name.label}
        placeholder={serviceName({ ...fields, name: '' }) || text.name.placeholder}
        maxLength={80}
        value={fields.name}
        onChange={(name) => {
          onChange({ name });
        }}
        error={nameError(fields, takenNames)}
      />
      <details className="connection-more" open={isOpen}>
        <summary>{text.more}</summary>
        <div className="ui-form stack">
          <TextField
            label={text.inferenceServer.label}
            description={text.inferenceServer.hint}
            spellCheck={false}
            value={fields.inferenceServer}
            onChange={(inferenceServer) => {
              onChange({ inferenceServer });
            }}
          />
          <div className="connection-file row wrap">
            <div>
              <p className="ui-field-label">{text.authority}</p>
              <p className="ui-field-description">{fields.caFile ?? text.systemAuthorities}</p>
            </div>
            <Button size="sm" onClick={() => void choose()}>
              {text.chooseFile}
            </Button>
            {fields.caFile !== null && (
              <Button
                size="sm"
                onClick={() => {
                  onChange({ caFile: null });
                }}
              >
                {text.resetAuthorities}
              </Button>
            )}
          </div>
        </div>
      </details>
      {chosen !== undefined && (
        <ConfirmDialog
          isOpen
          onOpenChange={() => {
            setChosen(undefined);
          }}
          title={profilesText.authorities.title(chosen.authorities.length)}
          description={chosen.file}
          confirmLabel={profilesText.authorities.confirm}
          onConfirm={() => {
            onChange({ caFile: chosen.file });
          }}
        >
          <AuthorityList authorities={chosen.authorities} />
        </ConfirmDialog>
      )}
    </>
  );
}
