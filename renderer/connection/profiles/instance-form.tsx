import { useEffect, useState } from 'react';
import type { SshAlias } from '../../../electron/contract/profile.ts';
import { useSession } from '../../state/session.ts';
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
  const chosen = aliases.find(({ alias }) => alias === fields.alias);
  const pick = (value: string) => {
    const entry = aliases.find(({ alias }) => alias === value);
    onChange(
      entry
        ? { ...fields, alias: entry.alias, host: entry.host, port: String(entry.port), login: entry.login }
        : { ...emptyInstance, transport: fields.transport },
    );
  };
  return (
    <>
      {aliases.length > 0 && (
        <Select
          label={text.alias}
          options={[
            { value: typedByHand, label: text.noAlias },
            ...aliases.map(({ alias, host, login }) => ({ value: alias, label: alias, detail: `${login}@${host}` })),
          ]}
          value={fields.alias ?? typedByHand}
          onChange={pick}
        />
      )}
      {chosen === undefined ? (
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
        <div className="connection-text">
          <p>{text.fromAlias(chosen.login, chosen.host, chosen.port)}</p>
          {chosen.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
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

function useAliases(): readonly SshAlias[] {
  const { bridge } = useSession();
  const [aliases, setAliases] = useState<readonly SshAlias[]>([]);
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
