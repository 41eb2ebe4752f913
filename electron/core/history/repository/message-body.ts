import * as z from 'zod';
import { parseJson } from '../../../contract/json.ts';
import { answerSchema, type Answer, type AnswerDelta, type AnswerPart } from '../../../contract/answer.ts';
import { failureSchema } from '../../../contract/failure-schema.ts';
import { attachmentSchema, toolResultSourceSchema } from '../../../contract/history.ts';
import { applyDelta } from '../../../contract/apply-delta.ts';

/** What a message says, as it lies in its row; the other columns say where it stands. */
export const bodySchemas = {
  user: z.object({ text: z.string(), attachments: z.array(attachmentSchema).readonly() }).readonly(),
  assistant: z.object({ answer: answerSchema, failure: failureSchema.nullable() }).readonly(),
  tool: z.object({ callId: z.string(), name: z.string(), text: z.string(), isError: z.boolean(), by: toolResultSourceSchema }).readonly(),
};
type UserBody = z.infer<typeof bodySchemas.user>;
export type AnswerBody = z.infer<typeof bodySchemas.assistant>;
type ToolBody = z.infer<typeof bodySchemas.tool>;

/** A message's body with its role. */
export type MessageBody =
  | { readonly role: 'user'; readonly body: UserBody }
  | { readonly role: 'assistant'; readonly body: AnswerBody }
  | { readonly role: 'tool'; readonly body: ToolBody };

/** An answer of which nothing has come. */
export const emptyAnswer: Answer = {
  parts: [],
  finish: null,
  usage: null,
  metrics: null,
  logprobs: null,
  timings: { firstTokenMs: null, totalMs: 0, tokensPerSecond: null, rateFrom: null },
  notes: [],
};

const unreadable = 'This message could not be read from the history file.';

/** Reads a body; one that is not what it should be becomes a sentence in its place, and costs nothing around it. */
export function readBody(role: string, text: string): MessageBody {
  const json = parseJson(text);
  switch (role) {
    case 'user': {
      const { data } = bodySchemas.user.safeParse(json);
      return { role, body: data ?? { text: unreadable, attachments: [] } };
    }
    case 'tool': {
      const { data } = bodySchemas.tool.safeParse(json);
      return { role, body: data ?? { callId: '', name: '', text: unreadable, isError: true, by: 'causeway' } };
    }
    default: {
      const { data } = bodySchemas.assistant.safeParse(json);
      return { role: 'assistant', body: data ?? { answer: { ...emptyAnswer, notes: [unreadable] }, failure: null } };
    }
  }
}

/** All that a reader could look for in a message. */
function textOf({ role, body }: MessageBody): string {
  switch (role) {
    case 'user':
      return [body.text, ...body.attachments.flatMap(({ name, text }) => [name, text])].join('\n');
    case 'tool':
      return `${body.name}\n${body.text}`;
    case 'assistant':
      return body.answer.parts.map((part) => (part.kind === 'tool-call' ? `${part.name} ${part.arguments}` : part.text)).join('\n');
  }
}

/** The same straight from a row, unchecked: a body that is not what it should be has nothing to find. */
export function searchableText(role: string, text: string): string {
  if (role !== 'user' && role !== 'assistant' && role !== 'tool') return '';
  try {
    return textOf({ role, body: JSON.parse(text) }); // a wrong one throws, or has no text
  } catch {
    return '';
  }
}

/** The parts of an answer after some growth. A step that fits nowhere is left out: half a record is better than none. */
export function applyDeltas(parts: readonly AnswerPart[], deltas: readonly AnswerDelta[]): readonly AnswerPart[] {
  const grown = [...parts];
  for (const delta of deltas) {
    const part = delta.index <= grown.length ? applyDelta(grown[delta.index], delta) : undefined;
    if (part) grown[delta.index] = part;
  }
  return grown;
}
