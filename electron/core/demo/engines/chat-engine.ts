import { answerFromTools, toolCalls } from './tool-calls.ts';
import { answerBySkill } from '../skills/skills.ts';
import { stopsOf, textOf, type ChatRequest } from './requests.ts';
import { readConversation, type Conversation } from './conversation.ts';
import type { DemoModel } from './demo-model.ts';
import { generate, countTokens, type Draft, type Generation } from './generation.ts';
import { randomFor, type Random } from './random.ts';
import { think, type Depth } from './thinking.ts';

/** What an engine needs from outside to be repeatable in tests. */
export interface Chance {
  readonly entropy: () => number;
  readonly newId: () => string;
}

/** Stands under the first answer of every conversation. */
export const demoNote =
  '*This is Causeway’s built-in demo: no language model is running, and a few rules on your own machine made this answer.*';

const callPrefix = { A: 'chatcmpl-tool-', B: 'call_' } as const;

/** Answers a chat, as far as rules can. */
export function chat(request: ChatRequest, model: DemoModel, chance: Chance): Generation {
  const promptTokens = promptTokensOf(request);
  const room = Math.max(model.contextLength - promptTokens, 0);
  const asked = request.max_completion_tokens ?? request.max_tokens ?? room;
  const draft = draftFor(request, model, randomFor(request, chance.entropy), chance.newId);
  const generation = generate(draft, { promptTokens, maxTokens: Math.min(asked, room), stops: stopsOf(request) });
  // A named tool_choice ends with `stop`: the caller knows what it asked for.
  const isNamed = typeof request.tool_choice === 'object' && request.tool_choice !== null;
  return isNamed && generation.finish === 'tool_calls' ? { ...generation, finish: 'stop' } : generation;
}

/** Tokens of the messages, four more for each, and the tools as JSON. */
export function promptTokensOf(request: ChatRequest): number {
  const calls = request.messages.flatMap((message) => message.tool_calls ?? []);
  return (
    request.messages.reduce((sum, message) => sum + countTokens(textOf(message)) + 4, 0) +
    calls.reduce((sum, call) => sum + countTokens(call.function.name) + countTokens(call.function.arguments), 0) +
    (request.tools && request.tools.length > 0 ? countTokens(JSON.stringify(request.tools)) : 0)
  );
}

function draftFor(request: ChatRequest, model: DemoModel, random: Random, newId: () => string): Draft {
  const about = readConversation(request.messages);
  const depth = depthFor(request, model);
  if (about.toolResults.length > 0) {
    return {
      reasoning: think(about, 'answer from what the tools returned', depth, random),
      content: withNote(about, answerFromTools(about.toolResults)),
      calls: [],
    };
  }
  const calls = model.capabilities.tools ? toolCalls(request, about.question, () => `${callPrefix[model.engine]}${newId()}`) : [];
  if (calls.length > 0) {
    return { reasoning: think(about, `call ${calls.map((call) => call.name).join(' and ')}`, depth, random), content: '', calls };
  }
  const rest = restOfAnswer(about, random);
  if (rest !== undefined) return { reasoning: think(about, 'go on where I stopped', depth, random), content: rest, calls: [] };
  const { aim, text } = answerBySkill(about, random);
  return { reasoning: think(about, aim, depth, random), content: withNote(about, text), calls: [] };
}

/** What was missing of an answer that was cut off, from the words it is asked to begin with; undefined where that is not asked for. */
function restOfAnswer(about: Conversation, random: Random): string | undefined {
  const before = about.earlier.at(-1);
  const [, tail] = /\bcut off\b.*?“(.+)”/s.exec(about.question) ?? [];
  if (before === undefined || tail === undefined) return undefined;
  const asked = { ...about, question: before.trim(), earlier: about.earlier.slice(0, -1), turn: about.turn - 1 };
  const whole = withNote(asked, answerBySkill(asked, random).text);
  const rest = whole.startsWith(about.lastAnswer) ? whole.slice(about.lastAnswer.length) : ' … and so on: the demo has no more to say.';
  return `${tail}${rest}`;
}

function depthFor(request: ChatRequest, model: DemoModel): Depth {
  if (!model.capabilities.reasoning) return 'none';
  return model.capabilities.reasoningEffort ? (request.reasoning_effort ?? 'medium') : 'long';
}

/** Not under what the user dictated or asked as a title: programs read those. */
function withNote(about: Conversation, text: string): string {
  const isForPrograms = /^(?:please )?(?:say|echo|reply|answer with|respond)\b|\btitle\b/i.test(about.question);
  return about.turn > 1 || isForPrograms ? text : `${text}\n\n${demoNote}`;
}
