import { answerFromTools, toolCalls } from './tool-calls.ts';
import { answerBySkill } from '../skills/skills.ts';
import { stopSequences, messageImages, messageText, type ChatRequest, readConversation, type Conversation } from './requests.ts';
import { estimateImageTokens } from '../../../contract/image-tokens.ts';
import { readSentImage } from './describe-image.ts';
import type { DemoModel } from './demo-model.ts';
import { generate, type Draft, type Generation } from './generation.ts';
import { countTokens } from './model-tokens.ts';
import { randomFor, type Random } from './random.ts';
import { demoText, reasoningText } from '../text.ts';
import { splitWords } from './keywords.ts';

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

/** Counts tokens of the messages with their images, four per message, and the tools as JSON. */
export function countPromptTokens(request: ChatRequest): number {
  const calls = request.messages.flatMap((message) => message.tool_calls ?? []);
  return (
    request.messages.reduce((sum, message) => sum + countTokens(messageText(message)) + 4, 0) +
    request.messages.flatMap(messageImages).reduce((sum, url) => sum + countImageTokens(url), 0) +
    calls.reduce((sum, call) => sum + countTokens(call.function.name) + countTokens(call.function.arguments), 0) +
    (request.tools && request.tools.length > 0 ? countTokens(JSON.stringify(request.tools)) : 0)
  );
}

function countImageTokens(url: string): number {
  const image = readSentImage(url);
  return image ? estimateImageTokens(image.header) : 0;
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

/** How much reasoning an engine writes. */
type ReasoningDepth = 'none' | 'low' | 'medium' | 'high' | 'long';

const sentenceCounts: Readonly<Record<ReasoningDepth, number>> = { none: 0, low: 1, medium: 5, high: 11, long: 14 };

/** Writes reasoning text about the question. */
function writeReasoning(conversation: Conversation, aim: string, depth: ReasoningDepth, random: Random): string {
  if (depth === 'none') return '';
  const sentences = reasoningSentences(conversation, aim, random).slice(0, sentenceCounts[depth]);
  const minWords = Number(/\bthink\b.*?\b(\d{1,6}) words\b/is.exec(conversation.question)?.[1] ?? 0);
  const paragraphs = [toParagraphs(sentences)];
  for (let count = splitWords(paragraphs[0] ?? '').length, round = 2; count < minWords; round += 1) {
    const repeated = `${reasoningText.again(round)} ${sentences.slice(1).join(' ') || aim}`;
    paragraphs.push(repeated);
    count += splitWords(repeated).length;
  }
  return paragraphs.join('\n\n');
}

function reasoningSentences(conversation: Conversation, aim: string, random: Random): readonly string[] {
  const words = splitWords(conversation.question);
  const before = conversation.earlier.at(-1);
  return [
    reasoningText.task(conversation.question.slice(0, 200), aim),
    reasoningText.length(words.length, conversation.turn),
    before === undefined ? reasoningText.nothingBefore : reasoningText.before(before.slice(0, 80)),
    random.pick(reasoningText.rules),
    reasoningText.fits,
    conversation.system === '' ? reasoningText.noSystemPrompt : reasoningText.systemPrompt(conversation.system.slice(0, 80)),
    reasoningText.doubt,
    reasoningText.words(words[0] ?? '', words.at(-1) ?? ''),
    reasoningText.table,
    reasoningText.check,
    reasoningText.checked,
    reasoningText.alternatives,
    reasoningText.noAlternative,
    random.pick(reasoningText.ends),
  ];
}

function toParagraphs(sentences: readonly string[]): string {
  return [sentences.slice(0, 3), sentences.slice(3, 6), sentences.slice(6, 10), sentences.slice(10)]
    .filter((group) => group.length > 0)
    .map((group) => group.join(' '))
    .join('\n\n');
}
