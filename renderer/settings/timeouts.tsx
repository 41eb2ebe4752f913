import { timeoutLimits } from '../../electron/contract/constants.ts';
import { ok, type Result } from '../../electron/contract/failure.ts';
import { fail } from '../../electron/contract/failures/fail.ts';
import type { Settings } from '../../electron/contract/settings.ts';
import { ValidatedField } from '../shared/validated-field.tsx';
import { parseNumber, type NumberLimits } from '../state/parse-parameters.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { SettingsSection } from './settings-section.tsx';

type WaitSettings = Settings['connection'];

const seconds = [
  {
    name: 'connectSeconds',
    label: 'Connecting (seconds)',
    description: 'Until the service takes a connection.',
  },
  {
    name: 'tunnelWaitSeconds',
    label: 'Tunnel (seconds)',
    description: 'How long a request waits while a tunnel that was up is down or being checked.',
  },
  {
    name: 'firstByteSeconds',
    label: 'First words (seconds)',
    description: 'Until an answer begins. Long prompts and busy engines need minutes.',
  },
  {
    name: 'idleSeconds',
    label: 'Silence (seconds)',
    description: 'Between two pieces of an answer that has begun.',
  },
] as const satisfies readonly { readonly name: keyof WaitSettings; readonly [more: string]: unknown }[];

/** Timeouts of requests and of the tunnel. */
export function Timeouts() {
  const { settings, changeSettings } = useSession();
  const { connection } = useStore(settings);
  const change = (part: Partial<WaitSettings>): void => {
    void changeSettings({ connection: { ...connection, ...part } });
  };
  return (
    <SettingsSection title="Waiting">
      <p className="ui-field-description">
        How long a request waits before it is given up, those of programs at the local address included. A change holds from the next
        request on.
      </p>
      <div className="settings-fields">
        {seconds.map(({ name, label, description }) => (
          <ValidatedField
            key={name}
            label={label}
            description={description}
            value={connection[name]}
            format={String}
            parse={(text) => parseInteger(text, timeoutLimits[name], 'seconds')}
            onChange={(value) => {
              change({ [name]: value });
            }}
          />
        ))}
        <ValidatedField
          label="Silent connection (minutes)"
          description="How long an SSH connection that doesn’t answer is kept for the answers that still run over it."
          value={connection.silenceMinutes}
          format={String}
          parse={(text) => parseInteger(text, timeoutLimits.silenceMinutes, 'minutes')}
          onChange={(silenceMinutes) => {
            change({ silenceMinutes });
          }}
        />
        <ValidatedField
          label="Unused tunnel (minutes)"
          description="After which it is taken down until it is needed again. Empty: never."
          placeholder="never"
          value={connection.tunnelIdleMinutes}
          format={(minutes) => (minutes === null ? '' : String(minutes))}
          parse={(text) => {
            const typed = parseNumber(text, { ...timeoutLimits.tunnelIdleMinutes, isWhole: true });
            return typed.ok ? ok(typed.value ?? null) : typed;
          }}
          onChange={(tunnelIdleMinutes) => {
            change({ tunnelIdleMinutes });
          }}
        />
      </div>
    </SettingsSection>
  );
}

function parseInteger(text: string, limits: NumberLimits, unit: 'seconds' | 'minutes'): Result<number> {
  const typed = parseNumber(text, { ...limits, isWhole: true });
  if (!typed.ok) return typed;
  return typed.value === undefined ? fail('timeout-missing', { unit }) : ok(typed.value);
}
