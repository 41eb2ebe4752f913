import * as z from 'zod';
import { answerPartSchema, answerSchema, finishSchema, type AnswerPart, type Finish } from '../../../contract/answer.ts';
import { failureCodes, type Failure } from '../../../contract/failure.ts';
import { failureSchema } from '../../../contract/failure-schema.ts';
import { isFailureReason } from '../../../contract/failures/catalogue.ts';
import type { RenderedFailure } from '../../../contract/failures/define.ts';
import { describeFailure } from '../../../contract/failures/render-failure.ts';
import { historyText } from '../text.ts';

/** A failure that a newer version saved, with a code or a reason that this one doesn't have. Its sentences are all that is known of it. */
const sentencesSchema = z
  .object({ code: z.enum(failureCodes).catch('unexpected'), message: z.string(), remedy: z.string() })
  .transform(({ code, message, remedy }): Failure => ({ code, reason: 'recorded', params: { message, remedy } }));

/** A failure as it is saved or exported. */
export const storedFailureSchema: z.ZodType<Failure> = z.union([
  failureSchema.refine(({ reason }) => isFailureReason(reason)),
  sentencesSchema,
  failureSchema,
]);

/** Adds the sentences to a failure, which other versions and readers of an export need. */
export function withSentences(failure: Failure | null): (Failure & RenderedFailure) | null {
  return failure && { ...failure, ...describeFailure(failure) };
}

const knownKinds = new Set<string>(answerPartSchema.options.map((option) => option.unwrap().shape.kind.value));

/** A part of a newer version. It stays in its place, because deltas refer to parts by their index. */
const unknownPartSchema = z
  .object({ kind: z.string().refine((kind) => !knownKinds.has(kind)), text: z.string().optional() })
  .transform(({ text }): AnswerPart => ({ kind: 'notice', text: text ?? historyText.unknownPart }));

/** A tool call in a state of a newer version. It can't be run. */
const unknownCallSchema = z
  .object({ kind: z.literal('tool-call'), id: z.string(), name: z.string(), arguments: z.string(), state: z.string() })
  .transform((call): AnswerPart => ({ ...call, state: 'unfinished' }));

/** An answer as it is saved or exported, perhaps by a newer version. */
export const storedAnswerSchema = answerSchema
  .unwrap()
  .extend({
    parts: z.array(z.union([answerPartSchema, unknownCallSchema, unknownPartSchema])).readonly(),
    finish: z.union([finishSchema, z.string().transform((): Finish => 'other')]).nullable(),
  })
  .readonly();
