import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createCore, type Core, type CoreOptions } from '../../electron/core/create-core.ts';
import { systemClock } from '../../electron/core/program-start.ts';
import { createMemoryVault } from '../../electron/core/credentials/credentials.ts';

export interface TestCoreOptions extends Partial<Omit<CoreOptions, 'app'>> {
  readonly isOfficialRuntime?: boolean;
}

/** Starts the core with the built-in demo in a folder. Disposed when the test ends, if not before. */
export async function startTestCore(folder: string, { isOfficialRuntime = true, ...options }: TestCoreOptions = {}): Promise<Core> {
  const folders = { data: path.join(folder, 'data'), logs: path.join(folder, 'logs') };
  const core = await createCore({
    clock: systemClock,
    vault: createMemoryVault(),
    environment: {},
    app: { version: '1.2.3', shell: 'desktop', platform: 'test', electron: '', isOfficialRuntime, folders },
    ...options,
  });
  onTestFinished(core.dispose);
  return core;
}
