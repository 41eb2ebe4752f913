import { isDeepStrictEqual } from 'node:util';
import type { AgentSettings, AgentSettingsChange } from '../contract/agent.ts';
import type { Profile, ProfileChange } from '../contract/profile.ts';
import type { CheckedInput, RouteName, ShellRoute } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { ToolDraft, ToolServerDraft } from '../contract/tool.ts';

/** What is so now; a rule tells a change from it. */
export interface GuardedSettings {
  readonly agent: AgentSettings;
  readonly desktop: Settings['desktop'];
  readonly profile: (id: string) => Profile | undefined;
  readonly tool: (id: string) => ToolDraft | undefined;
  readonly server: (id: string) => ToolServerDraft | undefined;
}

/** Whether a request is carried out only right after a click or a key of the user's. */
export type ActivationRule<R extends RouteName> = (input: CheckedInput<R>, now: GuardedSettings) => boolean;

/** Routes of the core that let somebody in, reach a new address, or let Causeway do more by itself; all that narrows goes without. */
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
/** Its own handler asks for the click, which serves once, after it has looked at the request. */
const asksItself = (): boolean => false;

/** Which requests need a click; a shell passes those of its own. */
export type ActivationRules = { readonly [R in RouteName]?: ActivationRule<R> };

/** What a page alone can't have done in any shell, since the page is taken for hostile: opening the agent wider, sending data elsewhere. */
export const coreActivationRules: { readonly [R in GuardedCoreRoute]: ActivationRule<R> } = {
  'agent.change': (change, { agent }) => opensWider(change, agent),
  'agent.createKey': always,
  'agent.recordBodies': ({ minutes }) => minutes > 0,
  'settings.change': ({ desktop }, now) =>
    desktop !== undefined &&
    ((desktop.startsAtLogin && !now.desktop.startsAtLogin) || (desktop.looksForUpdates && !now.desktop.looksForUpdates)),
  'profiles.add': always,
  'profiles.change': ({ id, change }, { profile }) => leadsElsewhere(change, profile(id)),
  'tools.put': ({ id, tool }, now) => toolReachesFurther(tool, id === null ? undefined : now.tool(id)),
  'tools.restore': always,
  'tools.putServer': ({ id, server }, now) => serverReachesFurther(server, id === null ? undefined : now.server(id)),
};

/**
 * What a page alone can't have done on a desktop: opening any window of the system's. A browser asks for the click itself
 * before it opens a file chooser. A new route of the shell does not compile until it is decided here.
 */
export const desktopActivationRules: { readonly [R in ShellRoute]: ActivationRule<R> } = {
  'shell.openLink': asksItself,
  'shell.approveTool': asksItself,
  'shell.approveToolServer': asksItself,
  'shell.allowToolHost': asksItself,
  'shell.fetchImage': asksItself,
  'shell.showLogs': always,
  'shell.saveDiagnostics': always,
  'shell.exportTools': always,
  'shell.importTools': always,
  'shell.exportConversations': always,
  'shell.importConversations': always,
  'shell.exportPreset': always,
  'shell.importPreset': always,
  'shell.exportProfile': always,
  'shell.importProfile': always,
  'shell.chooseAuthorities': always,
  'shell.exportRequests': always,
};

/** From the narrowest to the widest. */
const keyRules: readonly AgentSettings['keyOnDirect'][] = ['always', 'where-needed', 'never'];

/** Whether more callers get in than before: by a page's origin, without a key, by another port, or at all. */
function opensWider(
  { isOn, allowedOrigins, keyOnDirect, plainForwardPort, port, demoPort }: AgentSettingsChange,
  now: AgentSettings,
): boolean {
  const isOther = <T>(wanted: T | undefined, present: T): boolean => wanted !== undefined && wanted !== present;
  return (
    (isOn === true && !now.isOn) ||
    allowedOrigins?.some((origin) => !now.allowedOrigins.includes(origin)) === true ||
    (keyOnDirect !== undefined && keyRules.indexOf(keyOnDirect) > keyRules.indexOf(now.keyOnDirect)) ||
    (plainForwardPort !== null && isOther(plainForwardPort, now.plainForwardPort)) ||
    isOther(port, now.port) ||
    isOther(demoPort, now.demoPort)
  );
}

/** Whether requests would go to another address, through another instance, or be encrypted for another authority. */
function leadsElsewhere({ service, instance }: ProfileChange, now: Profile | undefined): boolean {
  const isOtherService =
    service !== undefined &&
    (service.baseUrl !== now?.service.baseUrl ||
      service.inferenceServer !== now.service.inferenceServer ||
      service.caFile !== now.service.caFile);
  return isOtherService || (instance !== undefined && instance !== null && !isDeepStrictEqual(instance, now?.instance));
}

/** Whether a tool would send data to another address, or run without asking where it did not before. */
function toolReachesFurther(tool: ToolDraft, now: ToolDraft | undefined): boolean {
  const { binding } = tool;
  const isKnownAddress = binding.kind !== 'http' || (now?.binding.kind === 'http' && now.binding.url === binding.url);
  const runsByItself = tool.isEnabled && tool.runsByItself;
  const ranByItself = now !== undefined && now.isEnabled && now.runsByItself && isDeepStrictEqual(binding, now.binding);
  return !isKnownAddress || (runsByItself && !ranByItself);
}

/** Whether a server at an address would be connected that is not now; a command has an approval of its own. */
function serverReachesFurther({ transport, isEnabled }: ToolServerDraft, now: ToolServerDraft | undefined): boolean {
  const isConnected = now !== undefined && now.isEnabled && isDeepStrictEqual(transport, now.transport);
  return transport.kind === 'http' && isEnabled && !isConnected;
}
