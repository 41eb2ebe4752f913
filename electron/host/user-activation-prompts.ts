import type { AgentSettingsChange } from '../contract/agent.ts';
import type { ProfileChange } from '../contract/profile.ts';
import type { CheckedInput } from '../contract/routes.ts';
import type { coreActivationRules, desktopActivationRules } from './user-activation-rules.ts';
import { escapeHiddenCharacters } from './dialogs/escape-hidden-characters.ts';

/** Their own question tells all of it, where no click was noticed too. */
type AskedInFull = 'shell.approveTool' | 'shell.approveToolServer' | 'shell.allowToolHost';
type GuardedRoute = Exclude<keyof typeof coreActivationRules | keyof typeof desktopActivationRules, AskedInFull>;

/** What each guarded request does, as it follows "Did you ask Causeway to"; nothing of the page stands in it unescaped. */
export const activationPrompts: { readonly [R in GuardedRoute]: (input: CheckedInput<R>) => string } = {
  'agent.change': (change) => `change who may call the local address: ${agentWords(change)}`,
  'agent.createKey': ({ name }) => `make a local key called “${escapeHiddenCharacters(name)}”`,
  'agent.recordBodies': ({ minutes }) => `record for ${minutes} minutes what programs send through the local address`,
  'settings.change': () => 'start at login or look for updates, as the settings say now',
  'profiles.add': ({ service, instance }) => `add a profile that connects ${addressWords(service, instance)}`,
  'profiles.change': ({ change: { service, instance } }) => `change a profile to connect ${addressWords(service, instance)}`,
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
  'shell.exportPreset': () => 'save a preset in a file',
  'shell.importPreset': () => 'add a preset from a file',
  'shell.exportProfile': () => 'save a profile in a file',
  'shell.importProfile': () => 'add a profile from a file',
  'shell.chooseAuthorities': () => 'choose a certificate file',
  'shell.exportRequests': () => 'save the list of requests in a file',
};

function agentWords({ isOn, allowedOrigins, keyOnDirect, plainForwardPort, port, demoPort }: AgentSettingsChange): string {
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

function addressWords(service: ProfileChange['service'], instance: ProfileChange['instance']): string {
  const parts = [
    service && `to ${escapeHiddenCharacters(service.baseUrl)}`,
    service?.inferenceServer && `to the inference server ${escapeHiddenCharacters(service.inferenceServer)}`,
    service?.caFile && `trusting the authorities in ${escapeHiddenCharacters(service.caFile)}`,
    instance && `through ${escapeHiddenCharacters(instance.login)}@${escapeHiddenCharacters(instance.host)}:${instance.port}`,
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
}
