import { expect, test } from 'vitest';
import { defaultAgentSettings, type AgentSettings } from '../../../electron/contract/agent.ts';
import { shutForward } from '../../../electron/core/agent/door/shut-forward.ts';

test.each<[AgentSettings['keyOnDirect'], boolean, RegExp]>([
  ['where-needed', true, /^$/],
  ['where-needed', false, /whose program connects/],
  ['always', true, /every path asks for a key/],
  ['never', false, /^$/],
])('a plain forward that would refuse everybody says so: %s, users told apart: %s', (keyOnDirect, canTellUser, words) => {
  const settings = { ...defaultAgentSettings, keyOnDirect, plainForwardPort: 9000 };
  expect(shutForward(settings, canTellUser)?.message ?? '').toMatch(words);
});

test('one that is off has nothing to say', () => {
  const settings = { ...defaultAgentSettings, keyOnDirect: 'always' } as const;
  expect(shutForward(settings, true)).toBeNull();
  expect(shutForward({ ...settings, plainForwardPort: 9000, isOn: false }, true)).toBeNull();
});
