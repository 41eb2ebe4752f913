import { useState, useEffect } from 'react';
import { useQuery } from '../../state/query.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AuthorityList } from './profile-import.tsx';
import { baseUrlError, serviceName, nameError, type ServiceFields, isPort, emptyInstance, type InstanceFields } from './profile-draft.ts';
import { profilesText } from './text.ts';
import type { Result } from '../../../electron/contract/failure.ts';
import type { Authority, SshAlias } from '../../../electron/contract/profile.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/toggle.tsx';

const { service: serviceText, instance: instanceText } = profilesText;

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
        label={serviceText.baseUrl.label}
        description={serviceText.baseUrl.hint}
        placeholder={serviceText.baseUrl.placeholder}
        inputMode="url"
        spellCheck={false}
        value={fields.baseUrl}
        onChange={(baseUrl) => onChange({ baseUrl })}
        error={baseUrlError(fields.baseUrl)}
      />
      <TextField
        label={serviceText.name.label}
        placeholder={serviceName({ ...fields, name: '' }) || serviceText.name.placeholder}
        maxLength={80}
        value={fields.name}
        onChange={(name) => onChange({ name })}
        error={nameError(fields, takenNames)}
      />
      <details className="connection-more" open={isOpen}>
        <summary>{serviceText.more}</summary>
        <div className="ui-form stack">
          <TextField
            label={serviceText.inferenceServer.label}
            description={serviceText.inferenceServer.hint}
            spellCheck={false}
            value={fields.inferenceServer}
            onChange={(inferenceServer) => onChange({ inferenceServer })}
          />
          <div className="connection-file row wrap">
            <div>
              <p className="ui-field-label">{serviceText.authority}</p>
              <p className="ui-field-description">{fields.caFile ?? serviceText.systemAuthorities}</p>
            </div>
            <Button size="sm" onClick={() => void choose()}>
              {serviceText.chooseFile}
            </Button>
            {fields.caFile !== null && (
              <Button size="sm" onClick={() => onChange({ caFile: null })}>
                {serviceText.resetAuthorities}
              </Button>
            )}
          </div>
        </div>
      </details>
      {chosen !== undefined && (
        <ConfirmDialog
          isOpen
          onOpenChange={() => setChosen(undefined)}
          title={profilesText.authorities.title(chosen.authorities.length)}
          description={chosen.file}
          confirmLabel={profilesText.authorities.confirm}
          onConfirm={() => onChange({ caFile: chosen.file })}
        >
          <AuthorityList authorities={chosen.authorities} />
        </ConfirmDialog>
      )}
    </>
  );
}

const typedByHand = ' by hand';

/** The fields of an instance: an entry of the ssh config, or typed by hand. */
export function InstanceForm({
  fields,
  onChange,
}: {
  readonly fields: InstanceFields;
  readonly onChange: (fields: InstanceFields) => void;
}) {
  const { bridge, info } = useSession();
  // Without an ssh config the user types the fields.
  const { value: aliases = [] } = useQuery('aliases', (signal) => bridge.call('profiles.sshAliases', undefined, { signal }));
  const { entry, readEntry } = useEntry(fields.alias);
  const pick = async (value: string) => {
    if (value === typedByHand) {
      onChange({ ...emptyInstance, transport: fields.transport });
      return;
    }
    const read = await readEntry(value);
    if (!read.ok) return;
    const { alias, host, port, login } = read.value;
    onChange({ ...fields, alias, host, port: String(port), login });
  };
  return (
    <>
      {aliases.length > 0 && (
        <Select
          label={instanceText.alias}
          options={[{ value: typedByHand, label: instanceText.noAlias }, ...aliases.map((alias) => ({ value: alias, label: alias }))]}
          value={fields.alias ?? typedByHand}
          onChange={(value) => void pick(value)}
        />
      )}
      {fields.alias === null || !aliases.includes(fields.alias) ? (
        <div className="connection-instance">
          <TextField
            label={instanceText.host.label}
            description={instanceText.host.hint}
            spellCheck={false}
            value={fields.host}
            onChange={(host) => onChange({ ...fields, alias: null, host })}
          />
          <TextField
            label={instanceText.port}
            inputMode="numeric"
            value={fields.port}
            onChange={(port) => onChange({ ...fields, alias: null, port })}
            error={isPort(fields.port) ? undefined : instanceText.portError}
          />
          <TextField
            label={instanceText.username.label}
            description={instanceText.username.hint}
            spellCheck={false}
            value={fields.login}
            onChange={(login) => onChange({ ...fields, alias: null, login })}
          />
        </div>
      ) : (
        <div className="muted small">
          <p>{instanceText.fromAlias(fields.login, fields.host, Number(fields.port))}</p>
          {entry?.ok === true && entry.value.notes.map((note) => <p key={note}>{note}</p>)}
        </div>
      )}
      {entry?.ok === false && <FailureMessage failure={describeFailure(entry.failure)} />}
      {info.platform === 'win32' && fields.transport === 'ssh2' ? (
        <p className="muted small">{instanceText.systemSsh.notOnWindows}</p>
      ) : (
        <Switch
          label={instanceText.systemSsh.label}
          description={instanceText.systemSsh.hint}
          isOn={fields.transport === 'openssh'}
          onChange={(isOn) => onChange({ ...fields, transport: isOn ? 'openssh' : 'ssh2' })}
        />
      )}
    </>
  );
}

/** Reads entries of the ssh config: the selected one at once, for its notes. */
function useEntry(selected: string | null) {
  const { bridge } = useSession();
  const [entry, setEntry] = useState<Result<SshAlias>>();
  const readEntry = async (alias: string) => {
    const read = await bridge.call('profiles.readSshAlias', { alias });
    setEntry(read);
    return read;
  };
  const [initial] = useState(selected);
  useEffect(() => {
    if (initial === null) return;
    const read = async () => {
      setEntry(await bridge.call('profiles.readSshAlias', { alias: initial }));
    };
    void read();
  }, [bridge, initial]);
  return { entry, readEntry };
}
