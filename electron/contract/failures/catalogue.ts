import { attachmentFailures } from './attachments.ts';
import type { FailureText } from './define.ts';
import { generalFailures } from './general.ts';

/** The text of every failure. Each area has a file of its own. */
export const failureTexts = {
  ...generalFailures,
  ...attachmentFailures,
};

/** What exactly failed: the key of its text. */
export type FailureReason = keyof typeof failureTexts;

/** The parameters that the text of a reason needs. */
export type ParamsOf<R extends FailureReason> = (typeof failureTexts)[R] extends FailureText<infer P> ? P : never;

/** Returns whether there is a text for a reason, which may come from another version's data. */
export function isFailureReason(reason: string): reason is FailureReason {
  return Object.hasOwn(failureTexts, reason);
}
