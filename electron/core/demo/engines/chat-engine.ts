import { answerFromTools, toolCalls } from './tool-calls.ts';
import { answerBySkill } from '../skills/skills.ts';
import { stopSequences, messageText, type ChatRequest } from './requests.ts';
import { readConversation, type Conversation } from './conversation.ts';
import type { DemoModel } from './demo-model.ts';
import { generate, type Draft, type Generation } from './generation.ts';
import { countTokens } from './model-tokens.ts';
import { randomFor, type Random } from './random.ts';
import { writeReasoning, type ReasoningDepth } from './thinking.ts';
import { demoText } from '../text.ts';

/** Random input of an engine, injectable for tests. */
export interface RandomSource {
  readonly entropy: () => number;
  readonly newId: () => string;
}

const callPrefix = { vllm: 'chatcmpl-tool-', sglang: 'call_' } as const;

/** Generates a chat answer by rules. */
export function chat(request: ChatRequest, model: DemoModel, random: RandomSource): Generation {
  const promptTokens = countPromptTokens(request);
  const room = Math.max(model.contextLength - promptTokens, 0);
  const asked = request.max_completion_tokens ?? request.max_tokens ?? room;
  const draft = draftFor(request, model, randomFor(request, random.entropy), random.newId);
  const generation = generate(draft, { promptTokens, maxTokens: Math.min(asked, room), stops: stopSequences(request) });
  // A named tool_choice ends with `stop`, as on the real engines.
  const isNamed = typeof request.tool_choice === 'object' && request.tool_choice !== null;
  return isNamed && generation.finish === 'tool_calls' ? { ...generation, finish: 'stop' } : generation;
}

/** Counts tokens of the messages, four per message, and the tools as JSON. */
export function countPromptTokens(request: ChatRequest): number {
  const calls = request.messages.flatMap((message) => message.tool_calls ?? []);
  return (
    request.messages.reduce((sum, message) => sum + countTokens(messageText(message)) + 4, 0) +
    calls.reduce((sum, call) => sum + countTokens(call.function.name) + countTokens(call.function.arguments), 0) +
    (request.tools && request.tools.length > 0 ? countTokens(JSON.stringify(request.tools)) : 0)
  );
}

function draftFor(request: ChatRequest, model: DemoModel, random: Random, newId: () => string): Draft {
  const conversation = readConversation(request.messages);
  const depth = reasoningDepth(request, model);
  if (conversation.toolResults.length > 0) {
    return {
      reasoning: writeReasoning(conversation, 'answer from what the tools returned', depth, random),
      content: withNote(conversation, answerFromTools(conversation.toolResults)),
      calls: [],
    };
  }
  const calls = model.capabilities.tools ? toolCalls(request, conversation.question, () => `${callPrefix[model.engine]}${newId()}`) : [];
  if (calls.length > 0) {
    return {
      reasoning: writeReasoning(conversation, `call ${calls.map((call) => call.name).join(' and ')}`, depth, random),
      content: '',
      calls,
    };
  }
  const rest = continueAnswer(conversation, random);
  if (rest !== undefined)
    return { reasoning: writeReasoning(conversation, 'continue where I stopped', depth, random), content: rest, calls: [] };
  const { aim, text } = answerBySkill(conversation, random);
  return { reasoning: writeReasoning(conversation, aim, depth, random), content: withNote(conversation, text), calls: [] };
}

/** Returns the rest of an answer that was cut off, starting with the quoted words. Returns undefined if that isn't asked for. */
function continueAnswer(conversation: Conversation, random: Random): string | undefined {
  const before = conversation.earlier.at(-1);
  const [, tail] = /\bcut off\b.*?“(.+)”/s.exec(conversation.question) ?? [];
  if (before === undefined || tail === undefined) return undefined;
  const asked = { ...conversation, question: before.trim(), earlier: conversation.earlier.slice(0, -1), turn: conversation.turn - 1 };
  const whole = withNote(asked, answerBySkill(asked, random).text);
  const rest = whole.startsWith(conversation.lastAnswer) ? whole.slice(conversation.lastAnswer.length) : demoText.noMore;
  return `${tail}${rest}`;
}

function reasoningDepth(request: ChatRequest, model: DemoModel): ReasoningDepth {
  if (!model.capabilities.reasoning) return 'none';
  return model.capabilities.reasoningEffort ? (request.reasoning_effort ?? 'medium') : 'long';
}

/** Appends the note, except to dictated text and titles, which programs read. */
function withNote(conversation: Conversation, text: string): string {
  const isForPrograms = /^(?:please )?(?:say|echo|reply|answer with|respond)\b|\btitle\b/i.test(conversation.question);
  return conversation.turn > 1 || isForPrograms ? text : `${text}\n\n${demoText.note}`;
}
