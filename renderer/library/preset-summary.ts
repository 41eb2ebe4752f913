import type { ConversationSettings } from '../../electron/contract/history.ts';
import { formatCount } from '../shared/format.ts';

/** What a preset sets, in one line. */
export function presetSummary({ model, systemPrompt, parameters, toolIds }: ConversationSettings): string {
  const { temperature, topP, maxTokens, seed, stop, reasoningEffort, extra } = parameters;
  const words = [
    model,
    temperature !== undefined && `temperature ${temperature}`,
    topP !== undefined && `top-p ${topP}`,
    maxTokens !== undefined && `at most ${formatCount(maxTokens, 'token', 'tokens')}`,
    seed !== undefined && `seed ${seed}`,
    stop !== undefined && formatCount(stop.length, 'stop text', 'stop texts'),
    reasoningEffort !== undefined && `${reasoningEffort} effort`,
    toolIds.length > 0 && formatCount(toolIds.length, 'tool', 'tools'),
    extra !== undefined && formatCount(Object.keys(extra).length, 'more parameter', 'more parameters'),
    systemPrompt.trim() !== '' && `“${systemPrompt.trim().slice(0, 120)}”`,
  ].filter((word) => word !== false && word !== null);
  return words.length === 0 ? 'Nothing but the defaults' : words.join(' · ');
}
