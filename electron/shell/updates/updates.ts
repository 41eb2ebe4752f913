import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { isNewer, readSignedRelease, releaseFile, signatureFile, type Release } from './signed-release.ts';

/** Downloads and installs updates. The part of electron-updater's interface that is used. */
export interface Updater {
  /** Returns null if there is no newer version or updates are not possible here. */
  readonly check: () => Promise<{ readonly version: string } | null>;
  /** Returns the path of the downloaded file. */
  readonly download: () => Promise<string>;
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
export type UpdateState = { readonly kind: 'none' } | { readonly kind: 'ready'; readonly version: string };

/** Checks for and installs updates. */
export interface Updates {
  /** Checks, downloads and verifies an update. Installs nothing. */
  readonly check: () => Promise<Result<UpdateState>>;
  /** Installs the verified update and restarts. Fails while an answer is in progress. */
  readonly install: () => Promise<Result<undefined>>;
}

/** Creates the updates. Only releases that are signed by the developers and newer are accepted; other files are deleted. */
export function createUpdates(options: UpdatesOptions): Updates {
  const { updater, readFeed, publicKey, currentVersion, isAllowed, isBusy } = options;
  let ready: string | undefined;

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

  return {
    check: async () => {
      if (!isAllowed()) return ok({ kind: 'none' });
      try {
        return await check();
      } catch (error) {
        return fail('update-check-failed', { detail: detailOf(error) });
      }
    },
    install: async () => {
      if (ready === undefined) return fail('update-missing');
      if (await isBusy()) return fail('update-during-answer');
      try {
        await updater.install();
        return ok(undefined);
      } catch (error) {
        return fail('update-not-installed', { detail: detailOf(error) });
      }
    },
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
