import os from 'node:os';

/** Returns the name of the user who runs this program. It may be empty: in containers, a user id may have no name. */
export function userName(environment: Readonly<Record<string, string | undefined>>): string {
  try {
    return os.userInfo().username;
  } catch {
    return environment['USER'] ?? environment['USERNAME'] ?? '';
  }
}
