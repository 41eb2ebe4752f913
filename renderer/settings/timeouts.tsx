import { timeoutLimits } from '../../electron/contract/constants.ts';
import { ok, type Result } from '../../electron/contract/failure.ts';
import { fail } from '../../electron/contract/failures/fail.ts';
import type { Settings } from '../../electron/contract/settings.ts';
import { ValidatedField } from '../shared/validated-field.tsx';
import { parseNumber, type NumberLimits } from '../state/parse-parameters.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { SettingsSection } from './settings-section.tsx';
import { settingsText } from './text.ts';

type WaitSettings = Settings['connection'];

const text = settingsText.timeouts;
const seconds = [
  'connectSeconds',
  'tunnelWaitSeconds',
  'firstByteSeconds',
  'idleSeconds',
] as const satisfies readonly (keyof WaitSettings)[];

/** Timeouts of requests and of the tunnel. */
export function Timeouts() {
  const { settings, changeSettings } = useSession();
  const { connection } = useStore(settings);
  const change = (part: Partial<WaitSettings>): void => void changeSettings({ connection: { ...connection, ...part } });
  return (
    <SettingsSection name="timeouts" hint={text.hint}>
      {seconds.map((name) => (
        <ValidatedField
          key={name}
          label={text[name].label}
          description={text[name].hint}
          value={connection[name]}
          format={String}
          parse={(typed) => parseInteger(typed, timeoutLimits[name], 'seconds')}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      <ValidatedField
        label={text.silenceMinutes.label}
        description={text.silenceMinutes.hint}
        value={connection.silenceMinutes}
        format={String}
        parse={(typed) => parseInteger(typed, timeoutLimits.silenceMinutes, 'minutes')}
        onChange={(silenceMinutes) => change({ silenceMinutes })}
      />
      <ValidatedField
        label={text.tunnelIdleMinutes.label}
        description={text.tunnelIdleMinutes.hint}
        placeholder={text.tunnelIdleMinutes.placeholder}
        value={connection.tunnelIdleMinutes}
        format={(minutes) => (minutes === null ? '' : String(minutes))}
        parse={(typed) => {
          const parsed = parseNumber(typed, { ...timeoutLimits.tunnelIdleMinutes, isWhole: true });
          return parsed.ok ? ok(parsed.value ?? null) : parsed;
        }}
        onChange={(tunnelIdleMinutes) => change({ tunnelIdleMinutes })}
      />
    </SettingsSection>
  );
}

/** Reads a whole number that a setting must have. */
export function parseInteger(typedText: string, limits: NumberLimits, unit: 'seconds' | 'minutes' | 'pixels'): Result<number> {
  const typed = parseNumber(typedText, { ...limits, isWhole: true });
  if (!typed.ok) return typed;
  return typed.value === undefined ? fail('setting-number-missing', { unit }) : ok(typed.value);
}
