/** The part of cross-spawn that is used. It has no types of its own. */
declare module 'cross-spawn' {
  import type { ChildProcess, SpawnOptions } from 'node:child_process';

  const spawn: {
    (command: string, words: readonly string[], options: SpawnOptions): ChildProcess;
    readonly _parse: (
      command: string,
      words: readonly string[],
      options: SpawnOptions,
    ) => {
      readonly command: string;
      readonly args: readonly string[];
      readonly options: SpawnOptions;
    };
  };
  export default spawn;
}
