import { isDeepStrictEqual } from 'node:util';
import type { AgentSettings, AgentSettingsChange } from '../contract/agent.ts';
import type { Profile, ProfileChange } from '../contract/profile.ts';
import type { CheckedInput, RouteName, ShellRoute } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { ToolDraft, ToolServerDraft } from '../contract/tool.ts';
import { escapeHiddenCharacters } from './dialogs.ts';

/** Current settings that the rules compare a change with. */
export interface GuardedSettings {
  readonly agent: AgentSettings;
  readonly desktop: Settings['desktop'];
  readonly profile: (id: string) => Profile | undefined;
  readonly tool: (id: string) => ToolDraft | undefined;
  readonly server: (id: string) => ToolServerDraft | undefined;
}

/** Returns whether a request needs a click or key press. */
export type ActivationRule<R extends RouteName> = (input: CheckedInput<R>, now: GuardedSettings) => boolean;

/** Core routes that grant access, contact a new address or enable automatic actions. Restricting needs no click. */
type GuardedCoreRoute =
  | 'agent.change'
  | 'agent.createKey'
  | 'agent.recordBodies'
  | 'settings.change'
  | 'profiles.add'
  | 'profiles.change'
  | 'tools.put'
  | 'tools.putServer'
  | 'tools.restore';

const always = (): boolean => true;
/** The route's handler uses the click itself after inspecting the request. */
const handlerAsks = (): boolean => false;

/** Rules by route. Each shell adds its own. */
export type ActivationRules = { readonly [R in RouteName]?: ActivationRule<R> };

/**
 * Actions that need a user gesture in every shell, because the page is untrusted: widening access to the local API and sending
 * data to new addresses.
 */
export const coreActivationRules: { readonly [R in GuardedCoreRoute]: ActivationRule<R> } = {
  'agent.change': (change, { agent }) => widensAccess(change, agent),
  'agent.createKey': always,
  'agent.recordBodies': ({ minutes }) => minutes > 0,
  'settings.change': ({ desktop }, now) =>
    desktop !== undefined &&
    ((desktop.startsAtLogin && !now.desktop.startsAtLogin) || (desktop.looksForUpdates && !now.desktop.looksForUpdates)),
  'profiles.add': always,
  'profiles.change': ({ id, change }, { profile }) => changesDestination(change, profile(id)),
  'tools.put': ({ id, tool }, now) => toolWidensAccess(tool, id === null ? undefined : now.tool(id)),
  'tools.restore': always,
  'tools.putServer': ({ id, server }, now) => serverWidensAccess(server, id === null ? undefined : now.server(id)),
};

/**
 * Actions that need a user gesture on a desktop, because they open system dialogs. A browser enforces that itself before it
 * opens a file chooser. A new shell route doesn't compile until it has a rule here.
 */
export const desktopActivationRules: { readonly [R in ShellRoute]: ActivationRule<R> } = {
  'shell.openLink': handlerAsks,
  'shell.approveTool': handlerAsks,
  'shell.approveToolServer': handlerAsks,
  'shell.allowToolHost': handlerAsks,
  'shell.fetchImage': handlerAsks,
  'shell.showLogs': always,
  'shell.saveDiagnostics': always,
  'shell.exportTools': always,
  'shell.importTools': always,
  'shell.exportConversations': always,
  'shell.importConversations': always,
  'shell.chooseRunTable': always,
  'shell.openRunRecipe': always,
  'shell.exportRun': always,
  'shell.exportPreset': always,
  'shell.importPreset': always,
  'shell.exportProfile': always,
  'shell.importProfile': always,
  'shell.chooseAuthorities': always,
  'shell.exportRequests': always,
};

/** From the strictest to the most permissive. */
const keyPoliciesByWidth: readonly AgentSettings['keyOnDirect'][] = ['always', 'where-needed', 'never'];

/** Returns whether more callers would be accepted: another origin, port or key policy, or the server as a whole. */
function widensAccess(
  { isOn, allowedOrigins, keyOnDirect, plainForwardPort, port, demoPort }: AgentSettingsChange,
  now: AgentSettings,
): boolean {
  const isChanged = <T>(wanted: T | undefined, present: T): boolean => wanted !== undefined && wanted !== present;
  return (
    (isOn === true && !now.isOn) ||
    allowedOrigins?.some((origin) => !now.allowedOrigins.includes(origin)) === true ||
    (keyOnDirect !== undefined && keyPoliciesByWidth.indexOf(keyOnDirect) > keyPoliciesByWidth.indexOf(now.keyOnDirect)) ||
    (plainForwardPort !== null && isChanged(plainForwardPort, now.plainForwardPort)) ||
    isChanged(port, now.port) ||
    isChanged(demoPort, now.demoPort)
  );
}

/** Returns whether requests would use another address, instance or certificate authority. */
function changesDestination({ service, instance }: ProfileChange, now: Profile | undefined): boolean {
  const isOtherService =
    service !== undefined &&
    (service.baseUrl !== now?.service.baseUrl ||
      service.inferenceServer !== now.service.inferenceServer ||
      service.caFile !== now.service.caFile);
  return isOtherService || (instance !== undefined && instance !== null && !isDeepStrictEqual(instance, now?.instance));
}

/** Returns whether a tool would contact a new address, or newly run without asking. */
function toolWidensAccess(tool: ToolDraft, now: ToolDraft | undefined): boolean {
  const { binding } = tool;
  const isKnownAddress = binding.kind !== 'http' || (now?.binding.kind === 'http' && now.binding.url === binding.url);
  const runsByItself = tool.isEnabled && tool.runsByItself;
  const ranByItself = now !== undefined && now.isEnabled && now.runsByItself && isDeepStrictEqual(binding, now.binding);
  return !isKnownAddress || (runsByItself && !ranByItself);
}

/** Returns whether an HTTP server would be newly connected. Commands have their own approval. */
function serverWidensAccess({ transport, isEnabled }: ToolServerDraft, now: ToolServerDraft | undefined): boolean {
  const isConnected = now !== undefined && now.isEnabled && isDeepStrictEqual(transport, now.transport);
  return transport.kind === 'http' && isEnabled && !isConnected;
}

/** Routes whose own question describes the action in full. */
type SelfPrompting = 'shell.approveTool' | 'shell.approveToolServer' | 'shell.allowToolHost';
type GuardedRoute = Exclude<keyof typeof coreActivationRules | keyof typeof desktopActivationRules, SelfPrompting>;

/** Describes each guarded request, to follow "Did you ask Causeway to". Text from the page is escaped. */
export const activationPrompts: { readonly [R in GuardedRoute]: (input: CheckedInput<R>) => string } = {
  'agent.change': (change) => `change who may call the local address: ${describeAgentChange(change)}`,
  'agent.createKey': ({ name }) => `make a local key called “${escapeHiddenCharacters(name)}”`,
  'agent.recordBodies': ({ minutes }) => `record for ${minutes} minutes what programs send through the local address`,
  'settings.change': () => 'start at login or look for updates, as the settings say now',
  'profiles.add': ({ service, instance }) => `add a profile that connects ${describeAddress(service, instance)}`,
  'profiles.change': ({ change: { service, instance } }) => `change a profile to connect ${describeAddress(service, instance)}`,
  'tools.put': ({ tool: { name, binding, runsByItself } }) => {
    const does = [
      binding.kind === 'http' && `sends data to ${escapeHiddenCharacters(binding.url)}`,
      runsByItself && 'runs without asking you',
    ];
    return `save the tool “${escapeHiddenCharacters(name)}”, which ${does.filter((part) => part !== false).join(' and ')}`;
  },
  'tools.putServer': ({ server: { name, transport } }) =>
    `connect to the MCP server “${escapeHiddenCharacters(name)}” at ${escapeHiddenCharacters(transport.kind === 'http' ? transport.url : transport.argv.join(' '))}`,
  'tools.restore': () => 'put back the tools that you removed',
  'shell.openLink': ({ url }) => `open ${escapeHiddenCharacters(url)}`,
  'shell.fetchImage': ({ url }) => `fetch an image from ${escapeHiddenCharacters(url)}`,
  'shell.showLogs': () => 'show the folder of its logs',
  'shell.saveDiagnostics': () => 'save a diagnostics bundle',
  'shell.exportTools': () => 'save your tools in a file',
  'shell.importTools': () => 'add tools from a file',
  'shell.exportConversations': () => 'save conversations in a file',
  'shell.importConversations': () => 'add conversations from a file',
  'shell.chooseRunTable': () => 'choose a table for a run',
  'shell.openRunRecipe': () => 'open the recipe of a run from a file',
  'shell.exportRun': () => 'save the results of a run in a file',
  'shell.exportPreset': () => 'save a preset in a file',
  'shell.importPreset': () => 'add a preset from a file',
  'shell.exportProfile': () => 'save a profile in a file',
  'shell.importProfile': () => 'add a profile from a file',
  'shell.chooseAuthorities': () => 'choose a certificate file',
  'shell.exportRequests': () => 'save the list of requests in a file',
};

function describeAgentChange({ isOn, allowedOrigins, keyOnDirect, plainForwardPort, port, demoPort }: AgentSettingsChange): string {
  const parts = [
    isOn === true && 'it is served',
    allowedOrigins && `web pages of ${allowedOrigins.length === 0 ? 'nobody' : allowedOrigins.map(escapeHiddenCharacters).join(', ')}`,
    keyOnDirect && `a key on the direct way: ${keyOnDirect}`,
    typeof plainForwardPort === 'number' && `raw connections at port ${plainForwardPort}`,
    port !== undefined && `port ${port}`,
    demoPort !== undefined && `port ${demoPort} for the demo`,
  ];
  return parts.filter((part) => typeof part === 'string').join('; ');
}

function describeAddress(service: ProfileChange['service'], instance: ProfileChange['instance']): string {
  const parts = [
    service && `to ${escapeHiddenCharacters(service.baseUrl)}`,
    service?.inferenceServer && `to the inference server ${escapeHiddenCharacters(service.inferenceServer)}`,
    service?.caFile && `trusting the authorities in ${escapeHiddenCharacters(service.caFile)}`,
    instance && `through ${escapeHiddenCharacters(instance.login)}@${escapeHiddenCharacters(instance.host)}:${instance.port}`,
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
}
