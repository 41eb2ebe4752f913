import { expect, test } from 'vitest';
import { defaultLocalApiSettings, type LocalApiSettings } from '../../../../electron/contract/local-api.ts';
import { forwardUnavailable } from '../../../../electron/core/local-api/port/forward-port.ts';

test.each<[LocalApiSettings['keyOnDirect'], boolean, string | undefined]>([
  ['where-needed', true, undefined],
  ['where-needed', false, 'raw-forwarding-unknown-caller'],
  ['always', true, 'raw-forwarding-needs-key'],
  ['never', false, undefined],
])('reports a raw forward that would reject everybody: %s, users told apart: %s', (keyOnDirect, canTellUser, reason) => {
  const settings = { ...defaultLocalApiSettings, keyOnDirect, plainForwardPort: 9000 };
  expect(forwardUnavailable(settings, canTellUser)?.reason).toBe(reason);
});

test('reports nothing for a raw forward that is off', () => {
  const settings = { ...defaultLocalApiSettings, keyOnDirect: 'always' } as const;
  expect(forwardUnavailable(settings, true)).toBeNull();
  expect(forwardUnavailable({ ...settings, plainForwardPort: 9000, isOn: false }, true)).toBeNull();
});
