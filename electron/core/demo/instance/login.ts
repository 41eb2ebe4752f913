import { timingSafeEqual, createHash } from 'node:crypto';
import type { AuthContext, KeyboardAuthContext, ParsedKey } from 'ssh2';

/** The accepted login. */
export interface Login {
  readonly name: string;
  readonly password: string;
  readonly publicKey: ParsedKey;
  /** A code asked for after the password in a keyboard-interactive login, if set. */
  readonly code: string | undefined;
}

/** Accepts or rejects a login attempt. */
export function handleLogin(attempt: AuthContext, login: Login): void {
  const isKnown = isEqual(attempt.username, login.name);
  switch (attempt.method) {
    case 'publickey':
      return isKnown && isOurKey(attempt, login.publicKey) ? attempt.accept() : refuse(attempt);
    case 'password':
      return isKnown && isEqual(attempt.password, login.password) ? attempt.accept() : refuse(attempt);
    case 'keyboard-interactive':
      return askInteractively(attempt, login, isKnown);
    case 'hostbased':
    case 'none':
      return refuse(attempt);
  }
}

function refuse(attempt: AuthContext): void {
  attempt.reject(['publickey', 'password', 'keyboard-interactive']);
}

function isOurKey(attempt: Extract<AuthContext, { method: 'publickey' }>, ours: ParsedKey): boolean {
  if (attempt.key.algo !== ours.type || !attempt.key.data.equals(ours.getPublicSSH())) return false;
  // Without a signature, the client only asks whether the key would be accepted.
  if (!attempt.signature || !attempt.blob) return true;
  return ours.verify(attempt.blob, attempt.signature, attempt.hashAlgo);
}

function askInteractively(attempt: KeyboardAuthContext, login: Login, isKnown: boolean): void {
  attempt.prompt([{ prompt: 'Password: ', echo: false }], 'Causeway demo', 'This instance is a demo.', ([password = '']) => {
    const isGood = isEqual(password, login.password) && isKnown;
    const { code } = login;
    if (code === undefined) return isGood ? attempt.accept() : refuse(attempt);
    attempt.prompt([{ prompt: 'Verification code: ', echo: true }], ([given = '']) => {
      if (isEqual(given, code) && isGood) attempt.accept();
      else refuse(attempt);
    });
  });
}

function isEqual(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
