import { useEffect, useState } from 'react';
import type { Result } from '../../../electron/contract/failure.ts';
import type { SshAlias } from '../../../electron/contract/profile.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { useSession } from '../../state/session.ts';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isPort, emptyInstance, type InstanceFields } from './profile-draft.ts';
import { profilesText } from './text.ts';

const text = profilesText.instance;

const typedByHand = ' by hand';

/** The fields of an instance: an entry of the ssh config, or typed by hand. */
export function InstanceForm({
  fields,
  onChange,
}: {
  readonly fields: InstanceFields;
  readonly onChange: (fields: InstanceFields) => void;
}) {
  const aliases = useAliases();
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
          label={text.alias}
          options={[{ value: typedByHand, label: text.noAlias }, ...aliases.map((alias) => ({ value: alias, label: alias }))]}
          value={fields.alias ?? typedByHand}
          onChange={(value) => {
            void pick(value);
          }}
        />
      )}
      {fields.alias === null || !aliases.includes(fields.alias) ? (
        <div className="connection-instance">
          <TextField
            label={text.host.label}
            description={text.host.hint}
            spellCheck={false}
            value={fields.host}
            onChange={(host) => {
              onChange({ ...fields, alias: null, host });
            }}
          />
          <TextField
            label={text.port}
            inputMode="numeric"
            value={fields.port}
            onChange={(port) => {
              onChange({ ...fields, alias: null, port });
            }}
            error={isPort(fields.port) ? undefined : text.portError}
          />
          <TextField
            label={text.username.label}
            description={text.username.hint}
            spellCheck={false}
            value={fields.login}
            onChange={(login) => {
              onChange({ ...fields, alias: null, login });
            }}
          />
        </div>
      ) : (
        <div className="muted small">
          <p>{text.fromAlias(fields.login, fields.host, Number(fields.port))}</p>
          {entry?.ok === true && entry.value.notes.map((note) => <p key={note}>{note}</p>)}
        </div>
      )}
      {entry?.ok === false && <FailureMessage failure={describeFailure(entry.failure)} />}
      <Switch
        label={text.systemSsh.label}
        description={text.systemSsh.hint}
        isOn={fields.transport === 'openssh'}
        onChange={(isOn) => {
          onChange({ ...fields, transport: isOn ? 'openssh' : 'ssh2' });
        }}
      />
    </>
  );
}

function useAliases(): readonly string[] {
  const { bridge } = useSession();
  const [aliases, setAliases] = useState<readonly string[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    const read = async () => {
      const result = await bridge.call('profiles.sshAliases', undefined, { signal: controller.signal });
      // Without an ssh config the user types the fields.
      if (result.ok) setAliases(result.value);
    };
    void read();
    return () => {
      controller.abort();
    };
  }, [bridge]);
  return aliases;
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
