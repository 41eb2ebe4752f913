import type { Model } from '../../electron/contract/catalog.ts';
import type { ConversationSettings } from '../../electron/contract/history.ts';
import { formatCount } from '../shared/format.ts';

/** What differs from the plain way of asking, in a few words; those the model does not take are not counted. */
export function settingsSummary({ systemPrompt, parameters, toolIds }: ConversationSettings, model: Model | undefined): string {
  const { reasoningEffort, maxTokens, extra, ...rest } = parameters;
  const words = [
    systemPrompt.trim() !== '' && 'system prompt',
    rest.temperature !== undefined && `temperature ${rest.temperature}`,
    model?.capabilities.reasoningEffort === true && reasoningEffort !== undefined && `${reasoningEffort} effort`,
    model?.capabilities.tools === true && toolIds.length > 0 && formatCount(toolIds.length, 'tool', 'tools'),
    maxTokens !== undefined && `at most ${formatCount(maxTokens, 'token', 'tokens')}`,
  ].filter((word) => word !== false);
  const hasMore = [rest.topP, rest.stop, rest.seed, extra].some((value) => value !== undefined);
  if (words.length === 0) return hasMore ? 'Parameters set' : 'Parameters';
  return [...words, ...(hasMore ? ['more'] : [])].join(', ');
}
