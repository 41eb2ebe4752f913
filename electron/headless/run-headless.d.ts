import { type ExitCode } from './exit-code.ts';
/** The world around the program. */
export interface Surroundings {
  readonly words: readonly string[];
  readonly version: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** Aborted by SIGTERM or Ctrl+C: what is under way may end, nothing new begins. */
  readonly ending: AbortSignal;
}
/** Serves the local address without a window until it is told to end; gives the exit code. */
export declare function runHeadless(around: Surroundings): Promise<ExitCode>;
