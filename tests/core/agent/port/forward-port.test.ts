import { expect, test } from 'vitest';
import { defaultAgentSettings, type AgentSettings } from '../../../../electron/contract/agent.ts';
import { forwardUnavailable } from '../../../../electron/core/agent/port/forward-port.ts';

test.each<[AgentSettings['keyOnDirect'], boolean, RegExp]>([
  ['where-needed', true, /^$/],
  ['where-needed', false, /whose program connects/],
  ['always', true, /every path asks for a key/],
  ['never', false, /^$/],
])('reports a raw forward that would reject everybody: %s, users told apart: %s', (keyOnDirect, canTellUser, message) => {
  const settings = { ...defaultAgentSettings, keyOnDirect, plainForwardPort: 9000 };
  expect(forwardUnavailable(settings, canTellUser)?.message ?? '').toMatch(message);
});

test('reports nothing for a raw forward that is off', () => {
  const settings = { ...defaultAgentSettings, keyOnDirect: 'always' } as const;
  expect(forwardUnavailable(settings, true)).toBeNull();
  expect(forwardUnavailable({ ...settings, plainForwardPort: 9000, isOn: false }, true)).toBeNull();
});
