import type { Question, Reply } from '../contract/question.ts';
/** Where questions can be asked. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}
/** Puts a question of the tunnel to the person at the terminal. */
export declare function askAtTerminal(question: Question, terminal: Terminal): Promise<Reply>;
