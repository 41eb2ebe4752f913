/** How each part of the benchmark is run. */
export interface StartOptions {
  readonly runs: number;
  /** How long a program rests before its memory is read. */
  readonly restMs: number;
  readonly say: (part: string, run: number, samples: Readonly<Record<string, object | undefined>>) => void;
}
