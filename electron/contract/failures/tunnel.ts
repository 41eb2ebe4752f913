import type { Failure } from '../failure.ts';
import { text, type CheckRemedies } from './define.ts';

/** The user's name of an SSH server. */
type Hop = Readonly<Record<'hop', string>>;
/** A name and, for an alias, the address that the user must check. */
type Address = Readonly<Record<'address', string>>;
type HopDetail = Readonly<Record<'hop' | 'detail', string>>;
type Detail = Readonly<Record<'detail', string>>;

/** A sign-in that the server rejected: the identities that were offered, and sentences about those that couldn't be used. */
type SignIn = Readonly<Record<'hop' | 'login', string> & Record<'tried' | 'notes', readonly string[]>>;

/** A changed host key: where the known ones are, and the commands that remove them from the user's own files. */
type ChangedKey = Readonly<Record<'hop', string> & Record<'locations' | 'commands', readonly string[]>>;

const checkOnline = 'Check that this computer is online.';
const checkSpelling = 'Check the spelling of the host and that this computer is online.';
const checkRunning = 'Check that it’s running and that this network allows access to it.';
const checkAddress = 'Check that it’s running and that its host and port are right.';

const lostAtSite: CheckRemedies<HopDetail> = {
  instance: 'Check in your cloud console whether the instance is running, then check again.',
  'behind-tunnel': 'Check again in a minute. If the problem remains, contact the service operator.',
};

const signIn = {
  window: 'Check the username, and that your public key is on the instance or the password is right. Then reconnect.',
  terminal:
    'Check the username and that your public key is on the instance, or pass a password with --password-env or the passphrase of a key with --passphrase-env.',
};

const signInFlags = 'Pass the password with --password-env or the passphrase of the key with --passphrase-env.';

const ownTransport = 'or turn off “Use system SSH” in the profile';

const tryAgain = { window: 'Try again.', terminal: 'Try again.', check: 'Check again.', terminalCheck: 'Check again.' };

const newInstance = {
  window: ({ commands }: ChangedKey) =>
    commands.length === 0
      ? 'If it’s a new instance, confirm it with the fingerprint from your cloud console.'
      : `If it’s a new instance, confirm it with the fingerprint from your cloud console. To remove the old key from your own file, run: ${commands.join('; ')}`,
  terminal: ({ commands }: ChangedKey) =>
    commands.length === 0
      ? 'If it’s a new instance, remove its old key from Causeway’s known_hosts file and start again with --host-key and the fingerprint from your cloud console.'
      : `If it’s a new instance, remove its old key (${commands.join('; ')}) and start again with --host-key and the fingerprint from your cloud console.`,
};

const checkJumpHosts = 'Exclude the jump host from its own ProxyJump, for example with "Host * !jump-host", or give it "ProxyJump none".';

/** Failures of SSH and the tunnel. */
export const tunnelFailures = {
  'ssh-timed-out': text('connect-timeout', ({ address }: Address) => `${address} didn’t answer in time.`, checkRunning),
  'ssh-timed-out-via': text(
    'connect-timeout',
    ({ address, via }: Readonly<Record<'address' | 'via', string>>) => `${address} didn’t answer ${via} in time.`,
    ({ via }) => `Check that it’s running and that ${via} can connect to it.`,
  ),
  'ssh-refused': text('connection-refused', ({ address }: Address) => `${address} refused the connection.`, checkAddress),
  'ssh-not-found': text('name-not-found', ({ address }: Address) => `${address} wasn’t found.`, checkSpelling),
  'ssh-not-resolved': text('name-not-found', ({ address }: Address) => `Causeway couldn’t look up ${address}.`, checkOnline),
  'ssh-no-network': text('unreachable', ({ address }: Address) => `There’s no route from this network to ${address}.`, checkOnline),
  'ssh-no-route': text('unreachable', ({ address }: Address) => `There’s no route from this network to ${address}.`, checkRunning),
  'ssh-network-down': text(
    'unreachable',
    ({ address }: Address) => `Causeway can’t connect to ${address} because the network is down.`,
    checkOnline,
  ),
  'ssh-connection-lost': text('connection-lost', ({ hop, detail }: HopDetail) => `The SSH connection to ${hop} was lost (${detail}).`, {
    window: 'Causeway reconnects automatically. If it keeps happening, run the connection check.',
    terminal: 'Causeway reconnects automatically. If it keeps happening, run the connection check with --check.',
    check: lostAtSite,
    terminalCheck: lostAtSite,
  }),
  'instance-silent': text('connection-lost', 'Your instance stopped responding.', 'Causeway reconnects automatically.'),
  'tunnel-restarted': text('connection-lost', 'You reconnected the tunnel.', tryAgain),

  'no-common-algorithm': text(
    'ssh-handshake',
    ({ hop, missing }: Readonly<Record<'hop' | 'missing', string>>) => `${hop} and Causeway don’t share a supported ${missing}.`,
    'Install OpenSSH 8.5 or newer on this computer, or update the SSH server of the instance.',
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
  'sign-in-error': text('ssh-auth', ({ hop, detail }: HopDetail) => `Signing in to ${hop} failed (${detail}).`, signIn),
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
    ({ hop }: Hop) => `The host key of ${hop} has changed, so it may be a new instance, or someone may be intercepting the connection.`,
    {
      window: 'Compare the fingerprint with the one in your cloud console before you continue.',
      terminal: 'If it’s a new instance, start again with --host-key and the fingerprint from your cloud console.',
    },
  ),
  'host-key-not-trusted': text('host-key-refused', ({ hop }: Hop) => `You didn’t trust the host key of ${hop}, so nothing was sent.`, {
    window: 'Compare its fingerprint with the one in your cloud console, then reconnect.',
    terminal: 'Start again with --host-key and the fingerprint from your cloud console.',
  }),
  'host-key-unchecked': text(
    'host-key-refused',
    ({ hop, detail }: HopDetail) => `Causeway couldn’t check the host key of ${hop} (${detail}).`,
    {
      window: 'Compare its fingerprint with the one in your cloud console, then reconnect.',
      terminal: 'Start again with --host-key and the fingerprint from your cloud console.',
    },
  ),
  'host-key-revoked': text(
    'host-key-revoked',
    ({ hop, location }: Readonly<Record<'hop' | 'location', string>>) =>
      `The host key of ${hop} is revoked (${location}), so someone else may have it.`,
    'Don’t connect, and ask the administrator of the instance for a new host key.',
  ),
  'not-a-host-key': text(
    'invalid-input',
    ({ hop }: Hop) => `The server at ${hop} didn’t send a valid host key.`,
    'Check that the address belongs to an SSH server.',
  ),
  'fingerprint-wrong': text(
    'invalid-input',
    ({ hop }: Hop) => `This isn’t the fingerprint of the host key that ${hop} sent, so nothing was changed.`,
    'Copy the whole SHA256 fingerprint of the same key type from your cloud console. If it still differs, don’t connect.',
  ),
  'known-hosts-not-saved': text(
    'storage',
    ({ file, detail }: Readonly<Record<'file' | 'detail', string>>) =>
      `Causeway couldn’t write ${file} (${detail}), so the file is unchanged.`,
    'Check that the disk isn’t full and that you can write to the folder.',
  ),

  'forwarding-forbidden': text(
    'forwarding-forbidden',
    ({ hop, login, destination }: Readonly<Record<'hop' | 'login' | 'destination', string>>) =>
      `${hop} doesn’t allow ${login} to forward connections to ${destination}.`,
    'Ask the administrator of the instance to allow TCP forwarding (AllowTcpForwarding, PermitOpen), or use another instance.',
  ),
  'jump-forbidden': text(
    'forwarding-forbidden',
    ({ hop, login, destination }: Readonly<Record<'hop' | 'login' | 'destination', string>>) =>
      `${hop} doesn’t allow ${login} to forward connections to ${destination}.`,
    ({ hop }) => `Ask the administrator of ${hop} to allow TCP forwarding (AllowTcpForwarding, PermitOpen), or use another jump host.`,
  ),
  'target-not-reached': text(
    'connection-refused',
    ({ hop, destination, detail }: Readonly<Record<'hop' | 'destination' | 'detail', string>>) =>
      `${hop} couldn’t connect to ${destination} (${detail}).`,
    'Check the inference server in the profile. If it’s right, the service is down, so try again later.',
  ),
  'next-hop-not-reached': text(
    'connection-refused',
    ({ hop, destination, detail }: Readonly<Record<'hop' | 'next' | 'destination' | 'detail', string>>) =>
      `${hop} couldn’t connect to ${destination} (${detail}).`,
    ({ hop, next }) => `Check that ${next} is running, that its host and port are right, and that ${hop} can connect to it.`,
  ),
  'raw-forward-port-taken': text(
    'port-taken',
    ({ port }: Readonly<Record<'port', number>>) => `Port ${port} is in use by another program.`,
    {
      window: 'Choose another port, or stop that program.',
      terminal: 'Stop that program.',
    },
  ),
  'raw-forward-port-denied': text(
    'port-taken',
    ({ port, detail }: { readonly port: number; readonly detail: string }) => `Causeway couldn’t open port ${port} (${detail}).`,
    'Choose a port above 1023.',
  ),

  'proxy-jump-invalid': text(
    'invalid-input',
    ({ hop, value }: Readonly<Record<'hop' | 'value', string>>) => `The ProxyJump of ${hop} in your SSH config isn’t valid (“${value}”).`,
    'Write it as user@host:port, with commas between several.',
  ),
  'ssh-name-unsafe': text(
    'invalid-input',
    ({ login, host }: Readonly<Record<'login' | 'host', string>>) => `“${login}@${host}” isn’t a valid username and host.`,
    'Correct the host and username of the instance, or the entry in your SSH config.',
  ),
  'jump-hosts-loop': text(
    'invalid-input',
    ({ path }: Readonly<Record<'path', string>>) => `The jump hosts in your SSH config form a loop (${path}).`,
    checkJumpHosts,
  ),
  'too-many-jump-hosts': text(
    'invalid-input',
    ({ max }: Readonly<Record<'max', number>>) => `Your SSH config has more than ${max} jump hosts.`,
    checkJumpHosts,
  ),

  'system-ssh-missing': text('tunnel-program', 'This computer has no ssh program.', `Install OpenSSH, ${ownTransport}.`),
  'system-ssh-not-started': text(
    'tunnel-program',
    ({ detail }: Detail) => `Causeway couldn’t start system SSH (${detail}).`,
    `Reinstall OpenSSH, ${ownTransport}.`,
  ),
  'system-ssh-not-set-up': text(
    'tunnel-program',
    ({ detail }: Detail) => `Causeway couldn’t create the files for system SSH (${detail}).`,
    `Check that the disk isn’t full, ${ownTransport}.`,
  ),
  'system-ssh-without-log': text(
    'tunnel-program',
    'System SSH doesn’t report its connections, so Causeway can’t use it.',
    `Update OpenSSH, ${ownTransport}.`,
  ),
  'system-ssh-too-old': text('tunnel-program', 'System SSH is older than OpenSSH 8.5.', `Update OpenSSH, ${ownTransport}.`),
  'system-ssh-config-invalid': text(
    'tunnel-program',
    ({ line }: Readonly<Record<'line', string>>) => `System SSH can’t read its configuration (“${line}”).`,
    'Correct that line of your SSH config, then reconnect.',
  ),
  'system-ssh-on-windows': text('unsupported', 'System SSH isn’t supported on Windows.', 'Turn off “Use system SSH” in the profile.'),
  'system-ssh-other-target': text(
    'unsupported',
    'System SSH forwards connections to the inference server only.',
    'Turn off “Use system SSH” in the profile.',
  ),
  'system-ssh-key-not-trusted': text(
    'host-key-refused',
    ({ hop }: Hop) => `System SSH doesn’t trust the host key of ${hop}.`,
    ({ hop }) => `Run “ssh ${hop}” in a terminal, follow what it says about the key, then reconnect.`,
  ),
  'system-ssh-rejected': text(
    'ssh-auth',
    ({ hop, login, detail }: Readonly<Record<'hop' | 'login' | 'detail', string>>) =>
      `${hop} rejected the sign-in for ${login} (“${detail}”).`,
    ({ hop }) => `Check that “ssh ${hop}” works in a terminal, then reconnect.`,
  ),
  'system-ssh-no-common-algorithm': text(
    'ssh-handshake',
    ({ hop, detail }: HopDetail) => `${hop} and system SSH don’t share a supported encryption method (“${detail}”).`,
    'Update the older of the two, or allow the method for this host in your SSH config.',
  ),

  'tunnel-off': text('tunnel-unavailable', 'The tunnel is turned off.', {
    window: 'Start the tunnel and try again.',
    terminal: 'Start Causeway again.',
    check: 'Start the tunnel and check again.',
    terminalCheck: 'Start Causeway again.',
  }),
  'tunnel-needs-answer': text('tunnel-unavailable', ({ hop }: Hop) => `The tunnel is waiting for you to answer a question about ${hop}.`, {
    window: 'Answer the question, then try again.',
    terminal: signInFlags,
    api: 'Answer the question in Causeway, then try again.',
  }),
  'tunnel-down': text(
    'tunnel-unavailable',
    ({ cause }: { readonly cause: Failure }, render) => `The tunnel isn’t connected. ${render(cause).message}`,
    ({ cause }, render) => render(cause).remedy,
  ),
  'tunnel-not-up-in-time': text('tunnel-unavailable', 'The tunnel didn’t connect in time.', {
    window: 'Check that this computer is online and try again.',
    terminal: 'Check that this computer is online and try again.',
    check: 'Check that this computer is online, then check again.',
    terminalCheck: 'Check that this computer is online, then check again.',
  }),
  'tunnel-bug': text('unexpected', ({ detail }: Detail) => `The tunnel failed unexpectedly (${detail}).`, {
    window: 'Reconnect. If it happens again, save a support bundle from the Help menu and report it.',
    terminal: 'Start Causeway again. If it happens again, report it.',
  }),
};

function sentences(message: string, notes: readonly string[]): string {
  return [message, ...notes].join(' ');
}
