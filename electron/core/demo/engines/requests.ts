import * as z from 'zod';
import { endToken } from './model-tokens.ts';

/** The part of JSON Schema needed to fill in arguments. The rest is ignored. */
const jsonSchemaSchema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), jsonSchemaSchema).optional();
  },
  get items() {
    return z.union([jsonSchemaSchema, z.unknown().transform(() => undefined)]).optional();
  },
});
export type JsonSchema = z.infer<typeof jsonSchemaSchema>;

const contentPartSchema = z.object({
  type: z.string(),
  text: z.string().optional(),
  image_url: z.object({ url: z.string() }).optional(),
});

const contentSchema = z.union([z.string(), z.array(contentPartSchema).readonly()]);

const toolCallSchema = z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }).readonly() }).readonly();

/** A message of a conversation, in either format. */
export const messageSchema = z
  .object({
    role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
    content: contentSchema.nullish(),
    tool_calls: z.array(toolCallSchema).readonly().nullish(),
    tool_call_id: z.string().nullish(),
  })
  .readonly();

/** A message of a conversation. */
type Message = z.infer<typeof messageSchema>;

const toolSchema = z
  .object({
    type: z.literal('function'),
    function: z
      .object({
        name: z.string().min(1),
        description: z.string().nullish(),
        parameters: jsonSchemaSchema.nullish().catch(null),
      })
      .readonly(),
  })
  .readonly();

/** A function offered by the caller. */
export type Tool = z.infer<typeof toolSchema>;

const toolChoiceSchema = z.union([
  z.enum(['auto', 'none', 'required']),
  z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) }),
]);

/** Fields common to chat and text completions. */
const samplingShape = {
  model: z.string(),
  max_tokens: z.number().int().min(1).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  seed: z.number().int().nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  top_k: z.number().int().min(-1).nullish(),
  min_p: z.number().min(0).max(1).nullish(),
  repetition_penalty: z.number().positive().max(10).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
};

/** Body of a chat completion. Unknown fields are ignored, as by the engines. */
export const chatRequestSchema = z
  .object({
    ...samplingShape,
    n: z.literal(1).nullish(),
    messages: z.array(messageSchema).min(1).readonly(),
    max_completion_tokens: z.number().int().min(1).nullish(),
    tools: z.array(toolSchema).readonly().nullish(),
    tool_choice: toolChoiceSchema.nullish(),
    reasoning_effort: z.enum(['low', 'medium', 'high']).nullish(),
    logprobs: z.boolean().nullish(),
    add_generation_prompt: z.boolean().nullish(),
    return_prompt_text: z.boolean().nullish(),
    top_logprobs: z.number().int().min(0).nullish(),
  })
  .readonly();

/** A parsed chat completion request. */
export type ChatRequest = z.infer<typeof chatRequestSchema>;

/** Returns the text of a message in either format. */
export function messageText(message: Message): string {
  if (typeof message.content === 'string') return message.content;
  return (message.content ?? []).map((part) => part.text ?? '').join('');
}

/** Returns the images of a message, as URLs. */
export function messageImages({ content }: Message): readonly string[] {
  return typeof content === 'string' ? [] : (content ?? []).flatMap(({ image_url: image }) => image?.url ?? []);
}

/** Returns the stop sequences as a list, without empty ones, which would match everywhere. */
export function stopSequences(request: { readonly stop?: string | readonly string[] | null | undefined }): readonly string[] {
  const stops = typeof request.stop === 'string' ? [request.stop] : (request.stop ?? []);
  return stops.filter((stop) => stop !== '');
}

/** Body of a text completion. */
export const completionRequestSchema = z
  .object({
    ...samplingShape,
    prompt: z.union([z.string(), z.array(z.string()).length(1)]),
    max_tokens: z.number().int().min(0).nullish(),
    n: z.number().int().min(1).max(16).nullish(),
    logprobs: z.number().int().min(0).nullish(),
    echo: z.boolean().nullish(),
    prompt_logprobs: z.number().int().min(-1).nullish(),
    suffix: z.string().nullish(),
    // On chat completions only.
    reasoning_effort: z.null().optional(),
  })
  .readonly();

/** A parsed text completion request. */
export type CompletionRequest = z.infer<typeof completionRequestSchema>;

/** Returns the prompt of a request. */
export function promptText(request: CompletionRequest): string {
  return typeof request.prompt === 'string' ? request.prompt : (request.prompt[0] ?? '');
}

/** Returns messages as the text that a model reads. `isOpen` adds what comes before the next answer. */
export function renderTemplate(messages: readonly Message[], isOpen: boolean): string {
  const turns = messages.map((message) => `<|${message.role}|>\n${messageText(message)}${endToken}\n`);
  return `<|begin|>${turns.join('')}${isOpen ? '<|assistant|>\n' : ''}`;
}

/** A tool result with its call. */
export interface ToolResult {
  readonly name: string;
  readonly arguments: string;
  readonly text: string;
}

/** A conversation as the engines see it. */
export interface Conversation {
  readonly system: string;
  readonly question: string;
  /** Earlier user messages, oldest first. */
  readonly earlier: readonly string[];
  /** The last answer, or an empty string. */
  readonly lastAnswer: string;
  /** The images of the last message that has any, as URLs, and whether that is the question. */
  readonly images: readonly string[];
  readonly asksAboutImages: boolean;
  /** 1 for the first answer. */
  readonly turn: number;
  /** Results after the last message that isn't one, which need an answer. */
  readonly toolResults: readonly ToolResult[];
}

const imageWords = /\b(?:images?|pictures?|photos?|figures?|colou?rs?)\b/i;

/** Parses a list of messages. */
export function readConversation(messages: readonly Message[]): Conversation {
  const users = messages.filter((message) => message.role === 'user');
  const userTexts = users.map(messageText);
  const questions = userTexts.map(withoutContext).filter((text) => text !== '');
  const system = messages.filter((message) => message.role === 'system' || message.role === 'developer').map(messageText);
  const withImages = users.findLast((message) => messageImages(message).length > 0);
  const answers = messages.filter((message) => message.role === 'assistant' && messageText(message).trim() !== '').length;
  return {
    system: system.join('\n').trim(),
    question: questions.at(-1) ?? (userTexts.at(-1) ?? '').trim(),
    earlier: userTexts.slice(0, -1),
    lastAnswer: messageText(messages.findLast((message) => message.role === 'assistant') ?? { role: 'assistant' }),
    images: withImages ? messageImages(withImages) : [],
    asksAboutImages: withImages !== undefined && (withImages === users.at(-1) || imageWords.test(userTexts.at(-1) ?? '')),
    turn: answers + 1,
    toolResults: pendingResults(messages),
  };
}

/** Returns what the user wrote. Code assistants put their context around it, between tags. */
function withoutContext(text: string): string {
  let question = '';
  let from = 0;
  for (const opening of text.matchAll(/<(system|[a-z]+[_-][a-z_-]*)>/g)) {
    if (opening.index < from) continue;
    const closing = `</${opening[1]}>`;
    const end = text.indexOf(closing, opening.index);
    if (end < 0) break;
    question += text.slice(from, opening.index);
    from = end + closing.length;
  }
  return (question + text.slice(from)).trim();
}

function pendingResults(messages: readonly Message[]): readonly ToolResult[] {
  const isContext = (message: Message): boolean =>
    message.role === 'user' && messageText(message) !== '' && withoutContext(messageText(message)) === '';
  const said = messages.filter((message) => !isContext(message));
  const first = said.findLastIndex((message) => message.role !== 'tool') + 1;
  const calls = messages.flatMap((message) => message.tool_calls ?? []);
  return said.slice(first).map((message) => {
    const call = calls.find((candidate) => candidate.id === message.tool_call_id)?.function;
    return { name: call?.name ?? 'tool', arguments: call?.arguments ?? '', text: messageText(message) };
  });
}
