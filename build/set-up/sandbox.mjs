import { spawnSync } from 'node:child_process';
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
    canCreateNamespace,
    helper,
    helperStatus: existsSync(helper) ? statSync(helper) : undefined,
  });
}

/** Returns whether a normal user can create the user namespace of the sandbox, or undefined if there is no command to try it with. */
export function canCreateNamespace(command = 'unshare') {
  const { status, error } = spawnSync(command, ['--user', '--map-root-user', 'true'], { stdio: 'ignore' });
  return error ? undefined : status === 0;
}

/**
 * Returns { reason, sentence, remedy } if the sandbox can't start. It needs a user namespace, or a helper that runs as root. Ubuntu 23.10
 * and newer restrict namespaces to some programs; other systems and containers may allow none.
 */
export function sandboxTrouble({ platform, user, isRestricted, canCreateNamespace, helper, helperStatus }) {
  if (platform !== 'linux' || user === 0) return undefined;
  const runsAsRoot = helperStatus?.uid === 0 && (helperStatus.mode & 0o4001) === 0o4001;
  if (runsAsRoot || (!isRestricted && canCreateNamespace() !== false)) return undefined;
  const command = `sudo chown root:root "${helper}" && sudo chmod 4755 "${helper}"`;
  return {
    reason: `this system doesn't let Electron's sandbox start (${command})`,
    sentence: "this system doesn't let Electron's sandbox start.",
    remedy: `Run this, then start again:\n  ${command}`,
  };
}
