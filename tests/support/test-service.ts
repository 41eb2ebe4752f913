import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Instance, Mode, Profile } from '../../electron/contract/profile.ts';
import { startDemo, type DemoOptions } from './demo/demo.ts';
import { context } from './call-context.ts';
import type { PageCore } from './page-core.ts';
import { must } from './must.ts';

/** Starts the service without a speed limit. */
export async function startTestService(options: DemoOptions = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-service-'));
  const caFile = path.join(folder, 'authority.pem');
  const demo = await startDemo({ speed: 'unlimited', ...options, caFile });
  return {
    demo,
    /** The file with its authority's certificate. */
    caFile,
    /** The host that an instance forwards to. */
    inferenceServer: options.insideAddress ?? options.inferenceName ?? '127.0.0.1',
    close: async () => {
      await demo.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A demo that acts as the operator's service. Causeway knows only what the user enters. */
export type TestService = Awaited<ReturnType<typeof startTestService>>;

export interface ConnectOptions {
  readonly name?: string;
  readonly mode?: Mode;
  readonly hasToken?: boolean;
  /** Where the token is stored. */
  readonly keeping?: 'keychain' | 'until-quit';
  readonly hasInstance?: boolean;
  /** Defaults to the demo's own instance. */
  readonly instance?: Instance;
}

/** Adds a profile of the service and activates it without the window, for tests about later steps. */
export async function connectTo(
  { handlers }: Pick<PageCore, 'handlers'>,
  { demo, caFile, inferenceServer }: TestService,
  { name = 'Cloud', mode = 'proxy', hasToken = true, keeping = 'keychain', hasInstance = true, instance }: ConnectOptions = {},
): Promise<Profile> {
  const demoProfile = demo.profile();
  const draft = {
    service: { ...demoProfile.service, name, caFile, inferenceServer },
    instance: hasInstance ? (instance ?? demoProfile.instance) : null,
    mode,
    directRoute: 'auto',
  } as const;
  const profile = must(await handlers['profiles.add'](draft, context));
  if (hasToken) {
    must(await handlers['token.set']({ profileId: profile.id, token: demo.token, keeping, isUnchecked: true }, context));
  }
  must(await handlers['profiles.activate']({ id: profile.id }, context));
  return profile;
}

/** Writes the instance's host key and a key for it, so that no question is asked. */
export async function trustInstance(profileFolder: string, { demo: { instance } }: TestService, port = instance.port): Promise<void> {
  await writeFile(path.join(profileFolder, 'known_hosts'), `[${instance.host}]:${port} ${instance.hostKey()}\n`, { mode: 0o600 });
  await mkdir(path.join(profileFolder, '.ssh'), { recursive: true, mode: 0o700 });
  await writeFile(path.join(profileFolder, '.ssh/id_ed25519'), instance.privateKey, { mode: 0o600 });
}
