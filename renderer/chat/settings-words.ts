import type { Model } from '../../electron/contract/catalog.ts';
import type { ConversationSettings } from '../../electron/contract/history.ts';
import { formatCount } from '../state/number-words.ts';

/** What differs from the plain way of asking, in a few words; those the model does not take are not counted. */
export function settingsWords({ systemPrompt, parameters, toolIds }: ConversationSettings, model: Model | undefined): string {
  const { reasoningEffort, toolChoice: _, extra, ...rest } = parameters;
  const words = [
    systemPrompt.trim() !== '' && 'system prompt',
    rest.temperature !== undefined && `temperature ${rest.temperature}`,
    model?.capabilities.reasoningEffort === true && reasoningEffort !== undefined && `${reasoningEffort} effort`,
    model?.capabilities.tools === true && toolIds.length > 0 && formatCount(toolIds.length, 'tool', 'tools'),
    [rest.maxTokens, rest.topP, rest.stop, rest.seed, extra].some((value) => value !== undefined) && 'more',
  ].filter((word) => word !== false);
  return words.length === 0 ? 'Parameters' : words.join(', ');
}
