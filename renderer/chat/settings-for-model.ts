import type { Capabilities, Model } from '../../electron/contract/catalog.ts';
import type { ConversationSettings } from '../../electron/contract/history.ts';
import { formatCount } from '../shared/format-number.ts';

/** Why a model can't be given tools, in words; undefined where it takes them. */
export function toolsUnsupportedReason(
  model: { readonly id: string; readonly capabilities: Capabilities } | undefined,
): string | undefined {
  if (model === undefined) return 'Choose a model first.';
  return model.capabilities.tools ? undefined : `${model.id} takes no tools.`;
}

/** Why a model can't be told how much to think, in words; undefined where it can. */
export function effortUnsupportedReason(
  model: { readonly id: string; readonly capabilities: Capabilities } | undefined,
): string | undefined {
  if (model === undefined) return 'Choose a model first.';
  return model.capabilities.reasoningEffort ? undefined : `${model.id} takes no thinking effort.`;
}

/** The settings without what the model does not take: the window never asks for it, whatever was chosen for another model. */
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

/** Whether fitting took something out. */
export function dropsSettings(supported: ConversationSettings, chosen: ConversationSettings): boolean {
  return (
    supported.toolIds.length < chosen.toolIds.length || Object.keys(supported.parameters).length < Object.keys(chosen.parameters).length
  );
}

/** What differs from the plain way of asking, in a few words; those the model does not take are not counted. */
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
