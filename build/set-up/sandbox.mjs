import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const restrictionFile = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';

/** Returns why Chromium's sandbox can't start for an Electron in this folder, if so. */
export function findSandboxTrouble(dist) {
  const helper = path.join(dist, 'chrome-sandbox');
  return sandboxTrouble({
    platform: process.platform,
    user: process.getuid?.(),
    isRestricted: existsSync(restrictionFile) && readFileSync(restrictionFile, 'utf8').trim() === '1',
    helper,
    helperStatus: existsSync(helper) ? statSync(helper) : undefined,
  });
}

/**
 * Returns { reason, sentence, remedy } if the sandbox can't start. Ubuntu 23.10 and newer allow it to normal users only through a
 * helper that runs as root.
 */
export function sandboxTrouble({ platform, user, isRestricted, helper, helperStatus }) {
  if (platform !== 'linux' || user === 0 || !isRestricted) return undefined;
  const runsAsRoot = helperStatus?.uid === 0 && (helperStatus.mode & 0o4001) === 0o4001;
  if (runsAsRoot) return undefined;
  const command = `sudo chown root:root "${helper}" && sudo chmod 4755 "${helper}"`;
  return {
    reason: `this system doesn't let Electron's sandbox start (${command})`,
    sentence: "this system doesn't let Electron's sandbox start.",
    remedy: `Run this, then start again:\n  ${command}`,
  };
}
