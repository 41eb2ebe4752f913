import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createCore, type Core, type CoreOptions } from '../../electron/core/create-core.ts';
import { systemClock } from '../../electron/core/program-start.ts';
import { createMemoryVault } from '../../electron/core/credentials/credentials.ts';

export interface TestCoreOptions extends Partial<Omit<CoreOptions, 'app'>> {
  readonly isOfficialRuntime?: boolean;
}

/** The whole product without a window, with the built-in demo, in a folder of the test's; closed at the latest when the test ends. */
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
