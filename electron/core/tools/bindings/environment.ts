type Environment = Readonly<Record<string, string | undefined>>;

const kept =
  process.platform === 'win32'
    ? /^(PATH|PATHEXT|SYSTEMROOT|SYSTEMDRIVE|COMSPEC|USERPROFILE|USERNAME|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|PROGRAMFILES|PROGRAMDATA|TEMP|TMP|PROCESSOR_ARCHITECTURE)$/i
    : /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LC_[A-Z]+)$/;

/** What a program of the user's is told of the environment: enough to run, and no token that happens to lie there. */
export function reducedEnvironment(environment: Environment): Record<string, string> {
  const entries = Object.entries(environment).filter((entry): entry is [string, string] => kept.test(entry[0]) && entry[1] !== undefined);
  // A shell function in disguise; no program of ours needs one.
  return Object.fromEntries(entries.filter(([, value]) => !value.startsWith('()')));
}
