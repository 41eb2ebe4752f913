import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import * as z from 'zod';
import { parseJson } from '../../contract/json.ts';
import type { AppUpdater } from 'electron-updater';

/** Contents of a release. It is signed as a whole, so a feed can't forge one. */
const releaseSchema = z
  .object({
    version: z.string().regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/),
    files: z.array(z.object({ name: z.string(), sha512: z.string() }).readonly()).readonly(),
  })
  .readonly();
export type Release = z.infer<typeof releaseSchema>;

/** File names of the release and its signature in the feed. */
export const releaseFile = 'causeway-release.json';
export const signatureFile = 'causeway-release.json.sig';

/** Reads a release and verifies its signature. `publicKey` is Ed25519, SPKI in base64. */
export function readSignedRelease(text: string, signature: string, publicKey: string): Result<Release> {
  if (!isSigned(text, signature, publicKey)) return fail('update-signature-wrong');
  const parsed = releaseSchema.safeParse(parseJson(text));
  return parsed.success ? ok(parsed.data) : fail('update-description-unreadable');
}

/** Returns whether a version is newer than another. Pre-releases such as 2.0.0-beta.1 are older than their release. */
export function isNewer(version: string, than: string): boolean {
  const [core = '', beta = ''] = split(version);
  const [otherCore = '', otherBeta = ''] = split(than);
  const order = compareNumbers(core, otherCore);
  if (order !== 0) return order > 0;
  if (beta === '' || otherBeta === '') return beta === '' && otherBeta !== '';
  return beta.localeCompare(otherBeta, 'en', { numeric: true }) > 0;
}

function split(version: string): readonly string[] {
  const at = version.indexOf('-');
  return at === -1 ? [version, ''] : [version.slice(0, at), version.slice(at + 1)];
}

function compareNumbers(one: string, other: string): number {
  const [ones, others] = [one.split('.').map(Number), other.split('.').map(Number)];
  return ones.map((number, at) => number - (others[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

function isSigned(text: string, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(text), key, Buffer.from(signature.trim(), 'base64'));
  } catch {
    return false;
  }
}

export interface QuitAndInstallOptions {
  readonly updater: Pick<AppUpdater, 'once' | 'off' | 'quitAndInstall'>;
  /** Electron's own updater, which announces the quit on every system. */
  readonly announcer: Pick<Electron.AutoUpdater, 'once' | 'off'>;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Installs the downloaded update and quits. Rejects if that fails, for example because the user denied the rights: electron-updater emits
 * an event then and returns.
 */
export async function quitAndInstall({ updater, announcer, environment }: QuitAndInstallOptions): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // an AppImage with its version in its name gets another one, and the old file is gone when quitting starts the program again
  const onRename = (file: string): void => void (environment['APPIMAGE'] = file);
  updater.once('error', reject);
  updater.once('appimage-filename-updated', onRename);
  announcer.once('before-quit-for-update', resolve);
  try {
    updater.quitAndInstall(false, true);
    await promise;
  } finally {
    updater.off('error', reject);
    updater.off('appimage-filename-updated', onRename);
    announcer.off('before-quit-for-update', resolve);
  }
}

/** Downloads and installs updates. The part of electron-updater's interface that is used. */
export interface Updater {
  /** Returns null if there is no newer version or updates are not possible here. */
  readonly check: () => Promise<{ readonly version: string } | null>;
  /** Returns the path of the downloaded file. Null if the package manager installs updates. */
  readonly download: (() => Promise<string>) | null;
  /** Rejects if the update can't be installed. Otherwise the program quits. */
  readonly install: () => Promise<void>;
}

export interface UpdatesOptions {
  readonly updater: Updater;
  /** Reads a small file of the feed. */
  readonly readFeed: (name: string) => Promise<string>;
  readonly publicKey: string;
  readonly currentVersion: string;
  /** Whether the user has agreed to update checks. */
  readonly isAllowed: () => boolean;
  /** Whether an answer is in progress. */
  readonly isBusy: () => Promise<boolean>;
}

/** Result of an update check. */
export type UpdateState = { readonly kind: 'none' } | { readonly kind: 'available' | 'ready'; readonly version: string };

/** Checks for and installs updates. */
export interface Updates {
  /** Checks, downloads and verifies an update. Installs nothing. An update is only `available` if the package manager installs it. */
  readonly check: () => Promise<Result<UpdateState>>;
  /** Installs the verified update and restarts. Fails while an answer is in progress. */
  readonly install: () => Promise<Result<undefined>>;
  /** Returns whether the program quits because an installer has started. */
  readonly isInstalling: () => boolean;
}

/** Creates the updates. Only releases that are signed by the developers and newer are accepted; other files are deleted. */
export function createUpdates(options: UpdatesOptions): Updates {
  const { updater, readFeed, publicKey, currentVersion, isAllowed, isBusy } = options;
  let ready: string | undefined;
  let installation: Promise<Result<undefined>> | undefined;
  let isInstalling = false;

  const signedRelease = async (version: string): Promise<Result<Release>> => {
    const release = readSignedRelease(await readFeed(releaseFile), await readFeed(signatureFile), publicKey);
    if (!release.ok) return release;
    if (release.value.version !== version) return fail('update-version-differs', { version, signed: release.value.version });
    // a feed could offer an old release with a valid signature
    return isNewer(version, currentVersion) ? release : fail('update-not-newer', { version, current: currentVersion });
  };

  const check = async (): Promise<Result<UpdateState>> => {
    const available = await updater.check();
    if (!available) return ok({ kind: 'none' });
    const release = await signedRelease(available.version);
    if (!release.ok) return release;
    if (!updater.download) return ok({ kind: 'available', version: available.version });
    if (ready === available.version) return ok({ kind: 'ready', version: ready });
    ready = undefined; // the new download replaces the one verified before
    const file = await updater.download();
    const expected = release.value.files.find(({ name }) => name === path.basename(file))?.sha512;
    if (expected === undefined || expected !== (await hashFile(file))) {
      await rm(file, { force: true });
      return fail('update-file-differs');
    }
    ready = available.version;
    return ok({ kind: 'ready', version: available.version });
  };

  const install = async (): Promise<Result<undefined>> => {
    if (ready === undefined) return fail('update-missing');
    if (await isBusy()) return fail('update-during-answer');
    try {
      await updater.install();
      isInstalling = true;
      return ok(undefined);
    } catch (error) {
      return fail('update-not-installed', { detail: detailOf(error) });
    }
  };

  return {
    check: async () => {
      if (!isAllowed()) return ok({ kind: 'none' });
      try {
        return await check();
      } catch (error) {
        return fail('update-check-failed', { detail: detailOf(error) });
      }
    },
    install: () => (installation ??= install().finally(() => (installation = undefined))),
    isInstalling: () => isInstalling,
  };
}

function detailOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return hash.digest('base64');
}
