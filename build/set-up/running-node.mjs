import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const prefix = 'replaced-node-';

/**
 * Moves the Node that runs this out of node_modules on Windows, which renames the file of a running program but doesn't delete it. npm
 * runs scripts on that Node once it is installed. Returns a function that moves it back unless npm has replaced or removed it.
 */
export function moveRunningNode({ root, platform = process.platform, executable = process.execPath }) {
  if (platform !== 'win32' || !isInside(path.join(root, 'node_modules'), executable)) return () => undefined;
  const folder = movedFolder(root);
  mkdirSync(folder, { recursive: true });
  const moved = path.join(folder, `${prefix}${process.pid}.exe`);
  renameSync(executable, moved);
  return () => {
    if (!existsSync(executable) && existsSync(path.dirname(executable))) renameSync(moved, executable);
  };
}

/** Deletes what earlier runs have moved, if it runs no more. */
export function deleteMovedNodes({ root }) {
  const folder = movedFolder(root);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((each) => each.startsWith(prefix))) {
    try {
      rmSync(path.join(folder, name));
    } catch {
      // still runs, so a later set-up deletes it
    }
  }
}

/** On the volume of node_modules, because nothing can be renamed to another one. */
function movedFolder(root) {
  return path.join(root, 'build/out');
}

function isInside(folder, file) {
  const relative = path.relative(folder, file);
  return !relative.startsWith('..') && !path.isAbsolute(relative);
}
