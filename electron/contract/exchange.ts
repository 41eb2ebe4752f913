import * as z from 'zod';
import { answerSchema, type AnswerDelta } from './answer.ts';
import { messageSchema, parametersSchema } from './conversation.ts';
import { failureSchema } from './failure-schema.ts';

/** A turn to be answered. `id` is the window's own: the answer's growth is told under it. */
export const questionSchema = z
  .object({
    id: z.string().min(1).max(100),
    model: z.string().min(1),
    messages: z.array(messageSchema).min(1).readonly(),
    parameters: parametersSchema.exactOptional(),
  })
  .readonly();
export type Question = z.infer<typeof questionSchema>;

/** How it ended: the answer as far as it came, and what cut it short, if anything did. */
export const outcomeSchema = z.object({ answer: answerSchema, failure: failureSchema.nullable() }).readonly();
export type Outcome = z.infer<typeof outcomeSchema>;

/** The growth of an answer since it was last told. */
export interface AnswerProgress {
  readonly id: string;
  readonly deltas: readonly AnswerDelta[];
}
