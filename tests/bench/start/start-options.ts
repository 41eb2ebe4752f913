export interface StartOptions {
  readonly runs: number;
  /** The folder of the bundled server. */
  readonly bundle: string;
  /** The idle time before a program's memory is read. */
  readonly restMs: number;
  readonly say: (part: string, run: number, samples: Readonly<Record<string, object | undefined>>) => void;
}
