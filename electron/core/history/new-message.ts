import type { Answer } from '../../contract/answer.ts';
import type { Failure } from '../../contract/failure.ts';
import type { AnswerState, Attachment, ToolResultSource } from '../../contract/history.ts';
import type { Mode } from '../../contract/profile.ts';

/** A message to be added below its parent; it becomes the end of the branch in use. */
export type NewMessage = { readonly conversationId: string; readonly parentId: string | null } & (
  | { readonly role: 'user'; readonly text: string; readonly attachments: readonly Attachment[] }
  | { readonly role: 'assistant'; readonly model: string; readonly mode: Mode | null }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly name: string;
      readonly text: string;
      readonly isError: boolean;
      readonly by: ToolResultSource;
    }
);

/** How an answer ended. `request` is the body that was sent, for "copy as code". */
export interface AnswerEnd {
  readonly state: Exclude<AnswerState, 'running'>;
  readonly answer: Answer;
  readonly failure: Failure | null;
  readonly mode: Mode | null;
  readonly request: Readonly<Record<string, unknown>> | null;
}
