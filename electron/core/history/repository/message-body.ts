import * as z from 'zod';
import { parseJson } from '../../../contract/json.ts';
import { answerSchema, type Answer, type AnswerDelta, type AnswerPart } from '../../../contract/answer.ts';
import { applyDelta } from '../../../contract/apply-delta.ts';
import { failureSchema } from '../../../contract/failure-schema.ts';
import { isFailureReason } from '../../../contract/failures/catalogue.ts';
import { failure } from '../../../contract/failures/fail.ts';
import type { Image } from '../../../contract/image.ts';
import { listImages } from '../../../contract/message-images.ts';
import { toolContent, userContent, type Attachment, type ModelRange, type ToolResultSource } from '../../../contract/history.ts';
import type { Mode } from '../../../contract/profile.ts';
import { historyText } from '../text.ts';
import type { Database } from '../../shared/sqlite/database.ts';

/** A failure as it is saved or exported. One that this version doesn't have reads as `unexpected`. */
const storedFailureSchema = failureSchema.refine(({ reason }) => isFailureReason(reason)).catch(failure('unexpected'));

/** The content of a message, as it is stored in the column `body`. */
export const bodySchemas = {
  user: z.object(userContent).readonly(),
  assistant: z.object({ answer: answerSchema, failure: storedFailureSchema.nullable() }).readonly(),
  tool: z.object(toolContent).readonly(),
};
type UserBody = z.infer<typeof bodySchemas.user>;
export type AnswerBody = z.infer<typeof bodySchemas.assistant>;
type ToolBody = z.infer<typeof bodySchemas.tool>;

/** A message's body with its role. */
export type MessageBody =
  | { readonly role: 'user'; readonly body: UserBody }
  | { readonly role: 'assistant'; readonly body: AnswerBody }
  | { readonly role: 'tool'; readonly body: ToolBody };

/** An answer without content. */
export const emptyAnswer: Answer = {
  parts: [],
  finish: null,
  usage: null,
  metrics: null,
  logprobs: null,
  timings: { firstTokenMs: null, totalMs: 0, tokensPerSecond: null, rateFrom: null },
  notes: [],
};

/** What a new message says. */
export type NewContent =
  | {
      readonly role: 'user';
      /** Defaults to a new id. */
      readonly id?: string | undefined;
      readonly text: string;
      readonly attachments: readonly Attachment[];
      readonly images?: readonly Image[] | undefined;
      readonly suffix?: string | undefined;
      readonly byModel?: readonly ModelRange[] | undefined;
    }
  /** `text` is what it begins with. */
  | { readonly role: 'assistant'; readonly model: string; readonly mode: Mode | null; readonly text?: string | undefined }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly name: string;
      readonly text: string;
      readonly isError: boolean;
      readonly by: ToolResultSource;
      readonly images?: readonly Image[] | undefined;
    };

/** Returns the body of a new message. */
export function buildBody(added: NewContent): MessageBody['body'] {
  switch (added.role) {
    case 'user':
      return {
        text: added.text,
        attachments: added.attachments,
        ...namedImages(added),
        ...(added.suffix ? { suffix: added.suffix } : {}),
        ...(added.byModel ? { byModel: added.byModel } : {}),
      };
    case 'assistant':
      return { answer: added.text ? { ...emptyAnswer, parts: [{ kind: 'text', text: added.text }] } : emptyAnswer, failure: null };
    case 'tool':
      return { callId: added.callId, name: added.name, text: added.text, isError: added.isError, by: added.by, ...namedImages(added) };
  }
}

function namedImages(content: NewContent): { readonly images?: readonly Image[] } {
  const images = listImages(content);
  return images.length > 0 ? { images } : {};
}

/** Reads a body. An invalid one becomes a sentence that says so, so that the other messages stay readable. */
export function readBody(role: string, text: string): MessageBody {
  const json = parseJson(text);
  switch (role) {
    case 'user': {
      const { data } = bodySchemas.user.safeParse(json);
      return { role, body: data ?? { text: historyText.unreadableMessage, attachments: [] } };
    }
    case 'tool': {
      const { data } = bodySchemas.tool.safeParse(json);
      return { role, body: data ?? { callId: '', name: '', text: historyText.unreadableMessage, isError: true, by: 'causeway' } };
    }
    default: {
      const { data } = bodySchemas.assistant.safeParse(json);
      return { role: 'assistant', body: data ?? { answer: { ...emptyAnswer, notes: [historyText.unreadableMessage] }, failure: null } };
    }
  }
}

const imageTexts = (images: readonly Image[] = []): readonly string[] => images.flatMap(({ name, alternative }) => [name, alternative]);

/** Returns the searchable text of a message. */
function textOf({ role, body }: MessageBody): string {
  switch (role) {
    case 'user':
      return [
        body.text,
        ...(body.suffix === undefined ? [] : [body.suffix]),
        ...body.attachments.flatMap(({ name, text }) => [name, text]),
        ...imageTexts(body.images),
      ].join('\n');
    case 'tool':
      return [body.name, body.text, ...imageTexts(body.images)].join('\n');
    case 'assistant':
      return body.answer.parts.map((part) => (part.kind === 'tool-call' ? `${part.name} ${part.arguments}` : part.text)).join('\n');
  }
}

/** Returns the searchable text of a row without validating it. An invalid body has none. */
export function searchableText(role: string, text: string): string {
  if (role !== 'user' && role !== 'assistant' && role !== 'tool') return '';
  try {
    return textOf({ role, body: JSON.parse(text) }); // an invalid one throws or has no text
  } catch {
    return '';
  }
}

/** Applies deltas to the parts of an answer. One that does not fit is skipped, because a partial answer is better than none. */
export function applyDeltas(parts: readonly AnswerPart[], deltas: readonly AnswerDelta[]): readonly AnswerPart[] {
  const result = [...parts];
  for (const delta of deltas) {
    const part = delta.index <= result.length ? applyDelta(result[delta.index], delta) : undefined;
    if (part) result[delta.index] = part;
  }
  return result;
}

const keysPerSecond = 16;

/** Returns the lowest key of a time. Keys are dense, because the index stores the distances between them. */
export function keyOfTime(at: number): number {
  return Math.max(1, Math.floor(at / 1000)) * keysPerSecond;
}

/** Returns the next free key at or after a time, searching ahead in growing steps. */
export function nextKey(db: Database, at: number): number {
  let from = keyOfTime(at);
  for (let seconds = 1; ; seconds *= 2) {
    const end = from + seconds * keysPerSecond;
    const last = db.one<{ key: number | null }>('SELECT max(key) AS key FROM message WHERE key >= ? AND key < ?', from, end)?.key;
    if (typeof last !== 'number') return from;
    if (last + 1 < end) return last + 1;
    from = end;
  }
}
