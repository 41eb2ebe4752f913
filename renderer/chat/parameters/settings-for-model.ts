import type { Capabilities, Model } from '../../../electron/contract/catalog.ts';
import type { ConversationSettings } from '../../../electron/contract/history.ts';
import { parametersText } from './text.ts';

/** Returns why a model can't use tools, or undefined if it can. */
export function toolsUnsupportedReason(model: Pick<Model, 'id' | 'capabilities'> | undefined): string | undefined {
  if (model === undefined) return parametersText.chooseModel;
  return model.capabilities.tools ? undefined : parametersText.noTools(model.id);
}

/** Returns why a model has no reasoning effort setting, or undefined if it has. */
export function effortUnsupportedReason(model: Pick<Model, 'id' | 'capabilities'> | undefined): string | undefined {
  if (model === undefined) return parametersText.chooseModel;
  return model.capabilities.reasoningEffort ? undefined : parametersText.noEffort(model.id);
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

/** Returns the current settings with those that were removed for the model, which stay selected for the next one. */
export function withDroppedSettings(
  current: ConversationSettings,
  supported: ConversationSettings,
  chosen: ConversationSettings,
): Pick<ConversationSettings, 'toolIds' | 'parameters'> {
  const dropped = Object.entries(chosen.parameters).filter(([name]) => !Object.hasOwn(supported.parameters, name));
  return {
    toolIds: supported.toolIds.length < chosen.toolIds.length ? [...new Set([...chosen.toolIds, ...current.toolIds])] : current.toolIds,
    parameters: { ...Object.fromEntries(dropped), ...current.parameters },
  };
}

/** Summarizes the settings that differ from the defaults and are supported by the model. */
export function settingsSummary({ systemPrompt, parameters, toolIds }: ConversationSettings, model: Model | undefined): string {
  const { temperature, reasoningEffort, maxTokens, toolChoice = 'auto', ...others } = parameters;
  const offersTools = model?.capabilities.tools === true && toolIds.length > 0;
  const parts = [
    systemPrompt.trim() !== '' && parametersText.summary.systemPrompt,
    temperature !== undefined && parametersText.summary.temperature(temperature),
    model?.capabilities.reasoningEffort === true && reasoningEffort !== undefined && parametersText.summary.effort(reasoningEffort),
    offersTools && parametersText.summary.tools(toolIds.length),
    maxTokens !== undefined && parametersText.summary.maxTokens(maxTokens),
  ].filter((word) => word !== false);
  const hasMore = (offersTools && toolChoice !== 'auto') || Object.values(others).some((value) => value !== undefined);
  if (parts.length === 0) return hasMore ? parametersText.summary.customized : parametersText.summary.none;
  return [...parts, ...(hasMore ? [parametersText.summary.more] : [])].join(', ');
}
