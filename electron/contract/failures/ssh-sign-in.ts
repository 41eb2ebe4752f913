import type { Failure } from '../failure.ts';
import { text } from './define.ts';

/** A sign-in that the server rejected: the identities that were offered, and sentences about those that couldn't be used. */
type SignIn = Readonly<Record<'hop' | 'login', string> & Record<'tried' | 'notes', readonly string[]>>;

/** A changed host key: where the known ones are, and the commands that remove them from the user's own files. */
type ChangedKey = Readonly<Record<'hop', string> & Record<'locations' | 'commands', readonly string[]>>;

const signIn = {
  window: 'Check the username and password, or that your public key is on the instance, then reconnect.',
  terminal:
    'Check the username and that your public key is on the instance, or pass a password with --password-env or the passphrase of a key with --passphrase-env.',
};

/** Remedy on the command line if a question can't be answered there. */
const signInFlags = 'Pass the password with --password-env or the passphrase of the key with --passphrase-env.';

const newInstance = {
  window: ({ commands }: ChangedKey) =>
    commands.length === 0
      ? 'If it’s a new instance, confirm it with the fingerprint from your cloud console.'
      : `If it’s a new instance, remove its old key from your own file (${commands.join('; ')}) and confirm it with the fingerprint from your cloud console.`,
  terminal: ({ commands }: ChangedKey) =>
    commands.length === 0
      ? 'If it’s a new instance, remove its old key from Causeway’s known_hosts file and start again with --host-key and the fingerprint from your cloud console.'
      : `If it’s a new instance, remove its old key (${commands.join('; ')}) and start again with --host-key and the fingerprint from your cloud console.`,
};

/** Failures of signing in to an SSH server, and of its host key. */
export const sshSignInFailures = {
  'no-common-algorithm': text(
    'ssh-handshake',
    '{hop} and Causeway don’t share a supported {missing}.',
    'Update the SSH server of the instance.',
  ),
  /** A failure that the system's ssh may not have. */
  'needs-system-ssh': text(
    'ssh-auth',
    ({ cause, notes }: { readonly cause: Failure; readonly notes: readonly string[] }, render) => sentences(render(cause).message, notes),
    {
      window: 'Use system SSH for this tunnel.',
      terminal: 'Start again with --system-ssh, or set "transport" of the instance to "openssh" in the profile.',
    },
  ),
  'needs-system-ssh-on-windows': text(
    'ssh-auth',
    ({ cause, notes }: { readonly cause: Failure; readonly notes: readonly string[] }, render) =>
      sentences(render(cause).message, [...notes, 'System SSH isn’t supported on Windows.']),
    {
      window: 'Use an SSH key and a host that don’t need it, or switch to Proxy.',
      terminal: 'Use an SSH key and a host that don’t need it, or --mode proxy.',
    },
  ),
  'sign-in-without-identity': text(
    'ssh-auth',
    ({ hop, login, notes }: Omit<SignIn, 'tried'>) => sentences(`There was no key or password to sign in to ${hop} as ${login}.`, notes),
    signIn,
  ),
  'sign-in-rejected': text(
    'ssh-auth',
    ({ hop, login, tried, notes }: SignIn) => sentences(`${hop} rejected the sign-in for ${login} (tried ${tried.join(', ')}).`, notes),
    signIn,
  ),
  'sign-in-unanswered': text('ssh-auth', '{hop} didn’t answer the sign-in for {login}.', {
    window: 'If you confirm sign-ins on another device, have it ready, then reconnect.',
    terminal: 'If you confirm sign-ins on another device, have it ready, then start again.',
    check: 'If you confirm sign-ins on another device, have it ready, then check again.',
    terminalCheck: 'If you confirm sign-ins on another device, have it ready, then check again.',
  }),
  'security-key-untouched': text(
    'connect-timeout',
    'Signing in to {hop} timed out while waiting for your security key.',
    'Touch the key when it blinks, or if you did, check that {hop} is running.',
  ),
  'sign-in-error': text('ssh-auth', 'Signing in to {hop} failed ({detail}).', signIn),
  'sign-in-dismissed': text(
    'login-given-up',
    ({ hop, tried, notes }: Omit<SignIn, 'login'>) =>
      sentences(
        tried.length === 0
          ? `Sign-in to ${hop} was canceled because a question wasn’t answered.`
          : `Sign-in to ${hop} was canceled because a question wasn’t answered (tried ${tried.join(', ')}).`,
        notes,
      ),
    { window: 'Reconnect and answer the question.', terminal: signInFlags },
  ),
  /** The sign-in failure of the system's ssh, with what it said about keys. */
  'sign-in-with-notes': text(
    'ssh-auth',
    ({ cause, notes }: { readonly cause: Failure; readonly notes: readonly string[] }, render) => sentences(render(cause).message, notes),
    ({ cause }, render) => render(cause).remedy,
  ),
  /** A sign-in that worked before, and that Causeway tries again for a while. */
  'sign-in-retried': text(
    'ssh-auth',
    ({ cause }: { readonly cause: Failure }, render) => render(cause).message,
    'Causeway keeps trying for 10 minutes because this sign-in worked before.',
  ),
  'sign-in-retried-unasked': text(
    'login-given-up',
    'Your instance now rejects a sign-in that worked before.',
    'Causeway keeps trying for 10 minutes because this sign-in worked before.',
  ),

  'host-key-changed': text(
    'host-key-changed',
    ({ hop, locations }: ChangedKey) =>
      `The host key of ${hop} differs from the known one (${locations.join(', ')}), so it may be a new instance, or someone may be intercepting the connection.`,
    newInstance,
  ),
  'host-key-type-changed': text(
    'host-key-changed',
    ({ hop, type, knownTypes, locations }: ChangedKey & Readonly<Record<'type', string> & Record<'knownTypes', readonly string[]>>) =>
      `${hop} has a host key of type ${type}, but the known one is ${knownTypes.join(', ')} (${locations.join(', ')}), so it may be a new instance, or someone may be intercepting the connection.`,
    newInstance,
  ),
  'host-key-differs': text(
    'host-key-changed',
    'The host key of {hop} has changed, so it may be a new instance, or someone may be intercepting the connection.',
    {
      window: 'Compare the fingerprint with the one in your cloud console before you continue.',
      terminal: 'If it’s a new instance, start again with --host-key and the fingerprint from your cloud console.',
    },
  ),
  'host-key-not-trusted': text('host-key-refused', 'The host key of {hop} isn’t trusted, so nothing was sent.', {
    window: 'Compare its fingerprint with the one in your cloud console, then reconnect.',
    terminal: 'Start again with --host-key and the fingerprint from your cloud console.',
  }),
  'host-key-unchecked': text('host-key-refused', 'Causeway couldn’t check the host key of {hop} ({detail}).', {
    window: 'Compare its fingerprint with the one in your cloud console, then reconnect.',
    terminal: 'Start again with --host-key and the fingerprint from your cloud console.',
  }),
  'host-key-revoked': text(
    'host-key-revoked',
    'The host key of {hop} is revoked ({location}), so someone else may have it.',
    'Don’t connect, and ask the administrator of the instance for a new host key.',
  ),
  'not-a-host-key': text(
    'invalid-input',
    'The server at {hop} didn’t send a valid host key.',
    'Check that the address belongs to an SSH server.',
  ),
  'fingerprint-wrong': text(
    'invalid-input',
    'This isn’t the fingerprint of the host key that {hop} sent, so nothing was changed.',
    'Copy the whole SHA256 fingerprint of the same key type from your cloud console, and don’t connect if it still differs.',
  ),
};

function sentences(message: string, notes: readonly string[]): string {
  return [message, ...notes].join(' ');
}
