import { expect, test } from 'vitest';
import { defaultLocalApiSettings, type LocalApiSettingsChange } from '../../electron/contract/local-api.ts';
import { routes } from '../../electron/contract/routes.ts';
import type { Profile, ProfileChange } from '../../electron/contract/profile.ts';
import type { ToolDraft, ToolServerDraft } from '../../electron/contract/tool.ts';
import { defaultSettings } from '../../electron/contract/settings.ts';
import { coreActivationRules, desktopActivationRules, type GuardedSettings } from '../../electron/host/user-activation-rules.ts';

const profile: Profile = {
  id: 'cloud',
  service: { name: 'Cloud', baseUrl: 'https://models.example.org', inferenceServer: null, caFile: null, catalog: [] },
  instance: { host: 'instance.example.org', port: 22, login: 'ada', alias: null, transport: 'ssh2' },
  mode: 'proxy',
  directRoute: 'auto',
};
const weather: ToolDraft = {
  name: 'find_weather',
  description: 'Finds the weather of a town',
  parameters: { type: 'object', properties: { place: { type: 'string' } } },
  binding: { kind: 'http', method: 'GET', url: 'https://weather.example.org/{{place}}', headers: [], body: null },
  isEnabled: true,
  runsByItself: false,
};
const archive: ToolServerDraft = { name: 'Archive', transport: { kind: 'http', url: 'https://mcp.example.org/' }, isEnabled: true };

const now: GuardedSettings = {
  localApi: { ...defaultLocalApiSettings, allowedOrigins: ['http://localhost:8888'], plainForwardPort: 7443 },
  desktop: defaultSettings.desktop,
  profile: (id) => (id === profile.id ? profile : undefined),
  tool: (id) => (id === 'known' ? weather : undefined),
  server: (id) => (id === 'known' ? archive : undefined),
};

// catches a page that gives access to itself or to everybody
test.each<LocalApiSettingsChange>([
  { allowedOrigins: ['http://localhost:8888', 'https://evil.example'] },
  { allowedOrigins: ['https://evil.example'] },
  { keyOnDirect: 'never' },
  { plainForwardPort: 7444 },
  { port: 7400 },
  { demoPort: 7400 },
  { isOn: false, keyOnDirect: 'never' },
])('needs a click when %j widens access to the local API', (change) => {
  expect(coreActivationRules['localApi.change'](change, now)).toBe(true);
});

test.each<LocalApiSettingsChange>([
  {},
  { allowedOrigins: [] },
  { allowedOrigins: ['http://localhost:8888'] },
  { keyOnDirect: 'always' },
  { keyOnDirect: 'where-needed' },
  { plainForwardPort: null },
  { plainForwardPort: 7443 },
  { isOn: false },
  { isOn: true },
])('needs no click when %j admits nobody new', (change) => {
  expect(coreActivationRules['localApi.change'](change, now)).toBe(false);
});

test('needs a click to turn the local API on', () => {
  expect(coreActivationRules['localApi.change']({ isOn: true }, { ...now, localApi: { ...now.localApi, isOn: false } })).toBe(true);
});

test('needs a click to start recording bodies, and none to stop', () => {
  expect(coreActivationRules['localApi.recordBodies']({ minutes: 5 }, now)).toBe(true);
  expect(coreActivationRules['localApi.recordBodies']({ minutes: 0 }, now)).toBe(false);
});

test('needs a click for updates and start at login, and none for the theme', () => {
  const { desktop } = defaultSettings;
  expect(coreActivationRules['settings.change']({ desktop: { ...desktop, looksForUpdates: true } }, now)).toBe(true);
  expect(coreActivationRules['settings.change']({ desktop: { ...desktop, startsAtLogin: true } }, now)).toBe(true);
  expect(coreActivationRules['settings.change']({ desktop: { ...desktop, onClose: 'quit' } }, now)).toBe(false);
  expect(coreActivationRules['settings.change']({ theme: 'dark' }, now)).toBe(false);
  const agreed = { ...now, desktop: { ...desktop, looksForUpdates: true, startsAtLogin: true } };
  expect(coreActivationRules['settings.change']({ desktop: agreed.desktop }, agreed)).toBe(false);
});

test('needs a click on a desktop to run a tool that waits for the user, but not to decline it', () => {
  const rule = desktopActivationRules['chat.decideCall'];
  const call = { messageId: 'a', callId: '1' };
  expect(rule({ ...call, decision: { kind: 'run', arguments: '{}' } }, now)).toBe(true);
  expect(rule({ ...call, decision: { kind: 'decline' } }, now)).toBe(false);
  expect(rule({ ...call, decision: { kind: 'result', text: '' } }, now)).toBe(false);
});

test('needs a click for a new profile, because it is connected when used', () => {
  expect(coreActivationRules['profiles.add'](profile, now)).toBe(true);
});

test.each<ProfileChange>([
  { service: { ...profile.service, baseUrl: 'https://evil.example' } },
  { service: { ...profile.service, inferenceServer: 'evil.example' } },
  { service: { ...profile.service, caFile: '/tmp/evil.pem' } },
  { instance: { host: 'evil.example', port: 22, login: 'ada', alias: null, transport: 'ssh2' } },
  { instance: { host: 'instance.example.org', port: 22, login: 'ada', alias: 'evil', transport: 'openssh' } },
])('needs a click when %j changes a profile’s destination', (change) => {
  expect(coreActivationRules['profiles.change']({ id: profile.id, change }, now)).toBe(true);
});

test.each<ProfileChange>([
  {},
  { mode: 'direct', directRoute: 'tunnel' },
  { service: { ...profile.service, name: 'Another name' } },
  { service: profile.service, instance: profile.instance },
  { instance: null },
])('needs no click when %j keeps a profile’s destination', (change) => {
  expect(coreActivationRules['profiles.change']({ id: profile.id, change }, now)).toBe(false);
});

const elsewhere = { kind: 'http', method: 'GET', url: 'https://evil.example/{{place}}', headers: [], body: null } as const;

test.each<[string | null, ToolDraft]>([
  [null, weather],
  ['known', { ...weather, binding: elsewhere }],
  ['known', { ...weather, runsByItself: true }],
  [null, { ...weather, binding: { kind: 'command', argv: ['ls'] }, runsByItself: true }],
])('needs a click when a tool would contact a new address or run without asking (%s, %j)', (id, tool) => {
  expect(coreActivationRules['tools.put']({ id, tool }, now)).toBe(true);
});

test.each<[string | null, ToolDraft]>([
  [null, { ...weather, binding: { kind: 'ask' } }],
  ['known', { ...weather, isEnabled: false, description: 'Another description' }],
  ['known', { ...weather, isEnabled: false, runsByItself: true }],
])('needs no click when a tool gets no more access (%s, %j)', (id, tool) => {
  expect(coreActivationRules['tools.put']({ id, tool }, now)).toBe(false);
});

test('needs a click to turn on an HTTP tool, because an imported one has an address that nobody has confirmed', () => {
  const off = { ...now, tool: () => ({ ...weather, isEnabled: false }) };
  expect(coreActivationRules['tools.put']({ id: 'known', tool: { ...weather, isEnabled: true } }, off)).toBe(true);
  expect(coreActivationRules['tools.put']({ id: 'known', tool: { ...weather, isEnabled: false } }, off)).toBe(false);
});

test('needs a new click when an automatic tool is changed', () => {
  const free = { ...now, tool: () => ({ ...weather, runsByItself: true }) };
  const put = (change: Partial<ToolDraft>) =>
    coreActivationRules['tools.put']({ id: 'known', tool: { ...weather, runsByItself: true, ...change } }, free);
  expect(put({})).toBe(false);
  expect(put({ binding: elsewhere })).toBe(true);
  expect(put({ binding: { ...elsewhere, url: 'https://weather.example.org/{{place}}', method: 'POST' } })).toBe(true);
});

test('needs a click before connecting an HTTP MCP server, and none for a command with its own approval', () => {
  const put = (id: string | null, server: ToolServerDraft) => coreActivationRules['tools.putServer']({ id, server }, now);
  expect(put(null, archive)).toBe(true);
  expect(put('known', { ...archive, transport: { kind: 'http', url: 'https://evil.example/' } })).toBe(true);
  expect(
    coreActivationRules['tools.putServer']({ id: 'known', server: archive }, { ...now, server: () => ({ ...archive, isEnabled: false }) }),
  ).toBe(true);
  expect(put('known', archive)).toBe(false);
  expect(put('known', { ...archive, isEnabled: false })).toBe(false);
  expect(put(null, { ...archive, isEnabled: false })).toBe(false);
  expect(put(null, { ...archive, transport: { kind: 'stdio', argv: ['archive'] } })).toBe(false);
});

// the compiler requires a rule for each route. This catches a rule that is too lax.
test('needs a click for every shell route on a desktop, except those whose handler asks', () => {
  const shellRoutes = Object.keys(routes).filter((route) => route.startsWith('shell.'));
  const waved = shellRoutes.filter((route) => {
    const rule = desktopActivationRules[route as keyof typeof desktopActivationRules] as (
      input: unknown,
      settings: GuardedSettings,
    ) => boolean;
    return !rule({}, now);
  });
  expect(waved.toSorted()).toEqual(
    ['shell.openLink', 'shell.approveTool', 'shell.approveToolServer', 'shell.allowToolHost', 'shell.fetchImage'].toSorted(),
  );
});
