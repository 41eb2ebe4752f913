import type { Capabilities, Model } from '../../electron/contract/catalog.ts';
import type { ConversationSettings } from '../../electron/contract/history.ts';
import { formatCount } from '../shared/format.ts';

/** Returns why a model can't use tools, or undefined if it can. */
export function toolsUnsupportedReason(
  model: { readonly id: string; readonly capabilities: Capabilities } | undefined,
): string | undefined {
  if (model === undefined) return 'Choose a model first.';
  return model.capabilities.tools ? undefined : `${model.id} takes no tools.`;
}

/** Returns why a model has no reasoning effort setting, or undefined if it has. */
export function effortUnsupportedReason(
  model: { readonly id: string; readonly capabilities: Capabilities } | undefined,
): string | undefined {
  if (model === undefined) return 'Choose a model first.';
  return model.capabilities.reasoningEffort ? undefined : `${model.id} takes no thinking effort.`;
}

/** Returns the settings without the options the model doesn't support, so that they are never sent. */
export function settingsForModel(settings: ConversationSettings, capabilities: Capabilities): ConversationSettings {
  const { reasoningEffort, toolChoice, ...parameters } = settings.parameters;
  const takesTools = capabilities.tools && settings.toolIds.length > 0;
  return {
    ...settings,
    toolIds: capabilities.tools ? settings.toolIds : [],
    parameters: {
      ...parameters,
      ...(capabilities.reasoningEffort && reasoningEffort !== undefined ? { reasoningEffort } : {}),
      ...(takesTools && toolChoice !== undefined ? { toolChoice } : {}),
    },
  };
}

/** Whether some settings were removed for the model. */
export function dropsSettings(supported: ConversationSettings, chosen: ConversationSettings): boolean {
  return (
    supported.toolIds.length < chosen.toolIds.length || Object.keys(supported.parameters).length < Object.keys(chosen.parameters).length
  );
}

/** Summarizes the settings that differ from the defaults and are supported by the model. */
export function settingsSummary({ systemPrompt, parameters, toolIds }: ConversationSettings, model: Model | undefined): string {
  const { reasoningEffort, maxTokens, extra, ...rest } = parameters;
  const parts = [
    systemPrompt.trim() !== '' && 'system prompt',
    rest.temperature !== undefined && `temperature ${rest.temperature}`,
    model?.capabilities.reasoningEffort === true && reasoningEffort !== undefined && `${reasoningEffort} effort`,
    model?.capabilities.tools === true && toolIds.length > 0 && formatCount(toolIds.length, 'tool', 'tools'),
    maxTokens !== undefined && `at most ${formatCount(maxTokens, 'token', 'tokens')}`,
  ].filter((word) => word !== false);
  const hasMore = [rest.topP, rest.stop, rest.seed, extra].some((value) => value !== undefined);
  if (parts.length === 0) return hasMore ? 'Parameters set' : 'Parameters';
  return [...parts, ...(hasMore ? ['more'] : [])].join(', ');
}
