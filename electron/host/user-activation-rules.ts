import { isDeepStrictEqual } from 'node:util';
import type { LocalApiSettings, LocalApiSettingsChange } from '../contract/local-api.ts';
import type { Profile, ProfileChange } from '../contract/profile.ts';
import type { CheckedInput, RouteName, ShellRoute } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { ToolDraft, ToolServerDraft } from '../contract/tool.ts';
import { escapeHiddenCharacters } from './dialogs.ts';
import { hostText } from './text.ts';

/** Current settings that the rules compare a change with. */
export interface GuardedSettings {
  readonly localApi: LocalApiSettings;
  readonly desktop: Settings['desktop'];
  readonly profile: (id: string) => Profile | undefined;
  readonly tool: (id: string) => ToolDraft | undefined;
  readonly server: (id: string) => ToolServerDraft | undefined;
}

/** Returns whether a request needs a click or key press. */
export type ActivationRule<R extends RouteName> = (input: CheckedInput<R>, now: GuardedSettings) => boolean;

/** Core routes that grant access, contact a new address or enable automatic actions. Restricting needs no click. */
type GuardedCoreRoute =
  | 'localApi.change'
  | 'localApi.createKey'
  | 'localApi.recordBodies'
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
  'localApi.change': (change, { localApi }) => widensAccess(change, localApi),
  'localApi.createKey': always,
  'localApi.recordBodies': ({ minutes }) => minutes > 0,
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
 * Actions that need a user gesture on a desktop. Most open system dialogs, which a browser does only after a gesture of its own. To run
 * a tool that asks first, a browser would need an answer outside the page for each call. A new shell route doesn't compile until it has
 * a rule here.
 */
export const desktopActivationRules: { readonly [R in ShellRoute | 'chat.decideCall']: ActivationRule<R> } = {
  'chat.decideCall': ({ decision }) => decision.kind === 'run',
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
  'shell.exportScores': always,
  'shell.exportRequests': always,
};

/** From the strictest to the most permissive. */
const keyPoliciesByWidth: readonly LocalApiSettings['keyOnDirect'][] = ['always', 'where-needed', 'never'];

/** Returns whether more callers would be accepted: another origin, port or key policy, or the server as a whole. */
function widensAccess(
  { isOn, allowedOrigins, keyOnDirect, plainForwardPort, port, demoPort }: LocalApiSettingsChange,
  now: LocalApiSettings,
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

/**
 * Returns whether a tool would contact a new address, or newly run without asking. Imported tools are off, so their address is new until
 * they are turned on.
 */
function toolWidensAccess(tool: ToolDraft, now: ToolDraft | undefined): boolean {
  const { binding } = tool;
  const isKnownAddress =
    binding.kind !== 'http' || (now?.binding.kind === 'http' && now.binding.url === binding.url && (now.isEnabled || !tool.isEnabled));
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

const { actions } = hostText;

/** Describes each guarded request, to follow "Did you ask Causeway to". Text from the page is escaped. */
export const activationPrompts: { readonly [R in GuardedRoute]: (input: CheckedInput<R>) => string } = {
  'localApi.change': (change) => actions.changeLocalApi(describeLocalApiChange(change)),
  'localApi.createKey': ({ name }) => actions.createKey(escapeHiddenCharacters(name)),
  'localApi.recordBodies': ({ minutes }) => actions.recordBodies(minutes),
  'settings.change': () => actions.changeSettings,
  'profiles.add': ({ service, instance }) => actions.addProfile(describeAddress(service, instance)),
  'profiles.change': ({ change: { service, instance } }) => actions.changeProfile(describeAddress(service, instance)),
  'tools.put': ({ tool: { name, binding, runsByItself } }) => {
    const effects = [
      binding.kind === 'http' && actions.toolSends(escapeHiddenCharacters(binding.url)),
      runsByItself && actions.toolRunsAlone,
    ];
    return actions.saveTool(
      escapeHiddenCharacters(name),
      effects.filter((part) => part !== false),
    );
  },
  'tools.putServer': ({ server: { name, transport } }) =>
    actions.connectServer(
      escapeHiddenCharacters(name),
      escapeHiddenCharacters(transport.kind === 'http' ? transport.url : transport.argv.join(' ')),
    ),
  'tools.restore': () => actions.restoreTools,
  'chat.decideCall': () => actions.runTool,
  'shell.openLink': ({ url }) => actions.openLink(escapeHiddenCharacters(url)),
  'shell.fetchImage': ({ url }) => actions.loadImage(escapeHiddenCharacters(url)),
  'shell.showLogs': () => actions.showLogs,
  'shell.saveDiagnostics': () => actions.saveSupportBundle,
  'shell.exportTools': () => actions.exportTools,
  'shell.importTools': () => actions.importTools,
  'shell.exportConversations': () => actions.exportConversations,
  'shell.importConversations': () => actions.importConversations,
  'shell.chooseRunTable': () => actions.chooseRunTable,
  'shell.openRunRecipe': () => actions.openRunRecipe,
  'shell.exportRun': () => actions.exportRun,
  'shell.exportPreset': () => actions.exportPreset,
  'shell.importPreset': () => actions.importPreset,
  'shell.exportProfile': () => actions.exportProfile,
  'shell.importProfile': () => actions.importProfile,
  'shell.chooseAuthorities': () => actions.chooseAuthorities,
  'shell.exportScores': () => actions.exportScores,
  'shell.exportRequests': () => actions.exportRequests,
};

function describeLocalApiChange({
  isOn,
  allowedOrigins,
  keyOnDirect,
  plainForwardPort,
  port,
  demoPort,
}: LocalApiSettingsChange): readonly string[] {
  const { turnOn, allowSites, keyPolicy, forwardRaw, port: usePort, demoPort: useDemoPort } = actions.localApi;
  const parts = [
    isOn === true && turnOn,
    allowedOrigins && allowSites(allowedOrigins.map(escapeHiddenCharacters)),
    keyOnDirect && keyPolicy[keyOnDirect],
    typeof plainForwardPort === 'number' && forwardRaw(plainForwardPort),
    port !== undefined && usePort(port),
    demoPort !== undefined && useDemoPort(demoPort),
  ];
  return parts.filter((part) => typeof part === 'string');
}

/** Describes where a profile connects to, for `actions.addProfile`. */
export function describeAddress(service: ProfileChange['service'], instance: ProfileChange['instance']): readonly string[] {
  const { address } = actions;
  const parts = [
    service && address.service(escapeHiddenCharacters(service.baseUrl)),
    service?.inferenceServer && address.inferenceServer(escapeHiddenCharacters(service.inferenceServer)),
    service?.caFile && address.authorities(escapeHiddenCharacters(service.caFile)),
    instance && address.instance(`${escapeHiddenCharacters(instance.login)}@${escapeHiddenCharacters(instance.host)}:${instance.port}`),
  ];
  return parts.filter((part) => typeof part === 'string');
}
