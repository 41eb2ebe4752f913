import { expect, test } from 'vitest';
import { defaultAgentSettings, type AgentSettingsChange } from '../../electron/contract/agent.ts';
import { routes } from '../../electron/contract/routes.ts';
import { defaultSettings } from '../../electron/contract/settings.ts';
import { coreClickRules, desktopClickRules, type ClickGround } from '../../electron/host/click-rules.ts';

const now: ClickGround = {
  agent: { ...defaultAgentSettings, allowedOrigins: ['http://localhost:8888'], plainForwardPort: 7443 },
  desktop: defaultSettings.desktop,
};

// catches a page that lets itself, or everybody, in
test.each<AgentSettingsChange>([
  { allowedOrigins: ['http://localhost:8888', 'https://evil.example'] },
  { allowedOrigins: ['https://evil.example'] },
  { keyOnDirect: 'never' },
  { plainForwardPort: 7444 },
  { port: 7400 },
  { demoPort: 7400 },
  { isOn: false, keyOnDirect: 'never' },
])('the agent opens wider by %j, so it takes a click', (change) => {
  expect(coreClickRules['agent.change'](change, now)).toBe(true);
});

test.each<AgentSettingsChange>([
  {},
  { allowedOrigins: [] },
  { allowedOrigins: ['http://localhost:8888'] },
  { keyOnDirect: 'always' },
  { keyOnDirect: 'where-needed' },
  { plainForwardPort: null },
  { plainForwardPort: 7443 },
  { isOn: false },
  { isOn: true },
])('nobody new gets in by %j, so it takes none', (change) => {
  expect(coreClickRules['agent.change'](change, now)).toBe(false);
});

test('an agent that was off is switched on by a click only', () => {
  expect(coreClickRules['agent.change']({ isOn: true }, { ...now, agent: { ...now.agent, isOn: false } })).toBe(true);
});

test('other programs’ requests are recorded after a click only; ending it takes none', () => {
  expect(coreClickRules['agent.recordBodies']({ minutes: 5 }, now)).toBe(true);
  expect(coreClickRules['agent.recordBodies']({ minutes: 0 }, now)).toBe(false);
});

test('updates and starting at login are agreed to by a click; a theme is not worth one', () => {
  const { desktop } = defaultSettings;
  expect(coreClickRules['settings.change']({ desktop: { ...desktop, looksForUpdates: true } }, now)).toBe(true);
  expect(coreClickRules['settings.change']({ desktop: { ...desktop, startsAtLogin: true } }, now)).toBe(true);
  expect(coreClickRules['settings.change']({ desktop: { ...desktop, onClose: 'quit' } }, now)).toBe(false);
  expect(coreClickRules['settings.change']({ theme: 'dark' }, now)).toBe(false);
  const agreed = { ...now, desktop: { ...desktop, looksForUpdates: true, startsAtLogin: true } };
  expect(coreClickRules['settings.change']({ desktop: agreed.desktop }, agreed)).toBe(false);
});

// the compiler asks for a rule for each; this catches one that was waved through
test('on a desktop every route of the shell takes a click, but for those that ask for it themselves', () => {
  const shellRoutes = Object.keys(routes).filter((route) => route.startsWith('shell.'));
  const waved = shellRoutes.filter((route) => {
    const rule = desktopClickRules[route as keyof typeof desktopClickRules] as (input: unknown, ground: ClickGround) => boolean;
    return !rule({}, now);
  });
  expect(waved.toSorted()).toEqual(
    ['shell.openLink', 'shell.approveTool', 'shell.approveToolServer', 'shell.allowToolHost', 'shell.fetchImage'].toSorted(),
  );
});
