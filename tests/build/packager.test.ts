import { createRequire } from 'node:module';
import { expect, onTestFinished, test, vi } from 'vitest';

const require = createRequire(import.meta.url);

interface Configuration {
  readonly extraMetadata: { readonly homepage: string };
  readonly electronFuses: { readonly resetAdHocDarwinSignature: boolean };
  readonly linux: object;
  readonly deb: { readonly recommends: readonly string[] };
  readonly mac: { readonly identity?: string; readonly hardenedRuntime?: boolean; readonly publish?: null; readonly extendInfo: object };
}

/** Reads the packager's configuration with the given feed and certificate. */
function readConfiguration(
  feed: string | undefined,
  certificate: { readonly CSC_LINK?: string; readonly CSC_NAME?: string } = {},
): Configuration {
  const file = require.resolve('../../build/packager.cjs');
  vi.stubEnv('CAUSEWAY_UPDATE_FEED', feed);
  vi.stubEnv('CSC_LINK', certificate.CSC_LINK);
  vi.stubEnv('CSC_NAME', certificate.CSC_NAME);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    delete require.cache[file];
  });
  delete require.cache[file];
  return require(file) as Configuration;
}

// catches a .deb that electron-builder refuses to build from a clone without an origin on GitHub
test('names a homepage, which is that of the feed if there is one', () => {
  expect(readConfiguration(undefined).extraMetadata.homepage).toMatch(/^https:\/\//);
  expect(readConfiguration('https://updates.lab.test/causeway/').extraMetadata.homepage).toBe('https://updates.lab.test');
});

// catches a program that Apple Silicon kills at launch
test('signs ad hoc for macOS without a certificate', () => {
  const { electronFuses, mac } = readConfiguration(undefined);
  expect(mac).toMatchObject({ identity: '-', hardenedRuntime: false, publish: null });
  expect(electronFuses.resetAdHocDarwinSignature).toBe(true);
});

test.each([{ CSC_LINK: 'file:///certificate.p12' }, { CSC_NAME: 'The Lab' }])(
  'leaves signing for macOS to the certificate of %o',
  (certificate) => {
    const { electronFuses, mac } = readConfiguration(undefined, certificate);
    expect(mac).not.toHaveProperty('identity');
    expect(mac).not.toHaveProperty('hardenedRuntime');
    expect(mac).not.toHaveProperty('publish');
    expect(electronFuses.resetAdHocDarwinSignature).toBe(false);
  },
);

test('lets no App Nap slow the program on macOS', () => {
  expect(readConfiguration(undefined).mac.extendInfo).toEqual({ NSAppSleepDisabled: true });
});

interface AppImageTarget {
  readonly desktopEntry: { readonly value: Promise<string> };
}

/** Returns the command in the AppImage's menu entry, as electron-builder writes it. */
function menuCommand(config: Configuration): Promise<string> {
  const requireFromBuilder = createRequire(require.resolve('electron-builder'));
  requireFromBuilder('app-builder-lib'); // its modules need each other in this order
  const { default: Target } = requireFromBuilder('app-builder-lib/out/targets/appimage/AppImageTarget.js') as {
    readonly default: new (name: string, packager: object, helper: object, folder: string) => AppImageTarget;
  };
  const packager = { config, platformSpecificBuildOptions: config.linux, appInfo: { buildVersion: '1' } };
  const helper = { computeDesktopEntry: async (_options: object, command: string) => command };
  return new Target('AppImage', packager, helper, '/unused').desktopEntry.value;
}

test('starts the AppImage with the sandbox', async () => {
  expect(await menuCommand(readConfiguration(undefined))).toBe('AppRun %U');
});

// catches secrets that are lost at each end because nothing installs a keyring
test('recommends a keyring in the .deb, beside what electron-builder recommends itself', () => {
  const requireFromBuilder = createRequire(require.resolve('electron-builder'));
  requireFromBuilder('app-builder-lib');
  const { default: FpmTarget } = requireFromBuilder('app-builder-lib/out/targets/FpmTarget.js') as {
    readonly default: { readonly prototype: { readonly getDefaultRecommends: (target: string) => readonly string[] } };
  };
  const { recommends } = readConfiguration(undefined).deb;
  expect(recommends).toEqual(expect.arrayContaining([...FpmTarget.prototype.getDefaultRecommends('deb')]));
  expect(recommends.filter((name) => name.startsWith('gnome-keyring | '))).toHaveLength(1);
});
