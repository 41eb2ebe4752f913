import * as z from 'zod';
import { samplingShape } from './chat-request.ts';

/** The body of a text completion. */
export const completionRequestSchema = z
  .object({
    ...samplingShape,
    prompt: z.union([z.string(), z.array(z.string()).length(1)]),
    logprobs: z.number().int().min(0).max(20).nullish(),
    echo: z.boolean().nullish(),
    // On chat completions only.
    reasoning_effort: z.null().optional(),
  })
  .readonly();

/** A text completion that was understood. */
export type CompletionRequest = z.infer<typeof completionRequestSchema>;

/** The one prompt of a request. */
export function promptOf(request: CompletionRequest): string {
  return typeof request.prompt === 'string' ? request.prompt : (request.prompt[0] ?? '');
}
