import type { ChatRequest, Tool } from '../engines/chat-request.ts';
import { findSum } from '../engines/arithmetic.ts';
import { keywordsIn, overlap } from '../engines/keywords.ts';

/** The offered tools that fit the question, or those that the request insists on. */
export function selectTools(request: ChatRequest, question: string): readonly Tool[] {
  const offered = request.tools ?? [];
  const choice = request.tool_choice ?? 'auto';
  if (choice === 'none') return [];
  if (typeof choice === 'object') return offered.filter((tool) => tool.function.name === choice.function.name);
  const ranked = offered.map((tool) => ({ tool, score: fit(tool, question) })).toSorted((one, other) => other.score - one.score);
  const fitting = ranked.filter(({ score }) => score >= 2);
  return (choice === 'required' && fitting.length === 0 ? ranked.slice(0, 1) : fitting).map(({ tool }) => tool);
}

/** A word of the name counts twice: one of them, or two words of the description, make a fit. */
function fit(tool: Tool, question: string): number {
  const { name, description } = tool.function;
  const asked = keywordsIn(question);
  const calculates = /calc|arithmetic|math|expression/i.test(`${name} ${description ?? ''}`) && findSum(question) !== undefined;
  return 2 * overlap(keywordsIn(name), asked) + overlap(keywordsIn(description ?? ''), asked) + (calculates ? 2 : 0);
}
