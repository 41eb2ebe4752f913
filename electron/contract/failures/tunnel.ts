import type { Failure } from '../failure.ts';
import { text, checkAgainLater, tryAgain } from './define.ts';

const checkOnline = 'Check that this computer is online.';
const checkSpelling = 'Check the spelling of the host and that this computer is online.';
const checkRunning = 'Check that it’s running and that this network allows access to it.';
const checkAddress = 'Check that it’s running and that its host and port are right.';

const lostAtSite = {
  instance: 'Check in your cloud console whether the instance is running, then check again.',
  'behind-tunnel': checkAgainLater,
};

const ownTransport = {
  window: 'turn off “Use system SSH for the tunnel” in the profile',
  terminal: 'set "transport" of the instance to "ssh2" in the profile',
};
/** A remedy for system SSH itself, or to do without it. */
function orOwnTransport(remedy: string): Readonly<Record<'window' | 'terminal', string>> {
  return { window: `${remedy}, or ${ownTransport.window}.`, terminal: `${remedy}, or ${ownTransport.terminal}.` };
}
const useOwnTransport = {
  window: 'Turn off “Use system SSH for the tunnel” in the profile.',
  terminal: 'Set "transport" of the instance to "ssh2" in the profile.',
};

const checkJumpHosts = 'Exclude the jump host from its own ProxyJump, for example with "Host * !jump-host", or give it "ProxyJump none".';

/** Failures of an SSH connection and of the tunnel through it. */
export const tunnelFailures = {
  'ssh-timed-out': text('connect-timeout', '{address} didn’t answer in time.', checkRunning),
  'ssh-timed-out-via': text(
    'connect-timeout',
    '{address} didn’t answer {via} in time.',
    'Check that it’s running and that {via} can connect to it.',
  ),
  'ssh-refused': text('connection-refused', '{address} refused the connection.', checkAddress),
  'ssh-not-found': text('name-not-found', '{address} wasn’t found.', checkSpelling),
  'ssh-not-resolved': text('name-not-found', 'Causeway couldn’t look up {address}.', checkOnline),
  'ssh-no-network': text('unreachable', 'There’s no route from this network to {address}.', checkOnline),
  'ssh-no-route': text('unreachable', 'There’s no route from this network to {address}.', checkRunning),
  'ssh-connection-lost': text('connection-lost', 'The SSH connection to {hop} was lost ({detail}).', {
    window: 'Wait while Causeway reconnects, and run the connection check if it keeps happening.',
    terminal: 'Wait while Causeway reconnects, and run it with --check if it keeps happening.',
    check: lostAtSite,
    terminalCheck: lostAtSite,
  }),
  'instance-silent': text('connection-lost', 'Your instance stopped responding.', 'Causeway reconnects automatically.'),
  'tunnel-restarted': text('connection-lost', 'You reconnected the tunnel.', tryAgain),

  'forwarding-forbidden': text(
    'forwarding-forbidden',
    '{hop} doesn’t allow {login} to forward connections to {destination}.',
    'Ask the administrator of the instance to allow TCP forwarding (AllowTcpForwarding, PermitOpen), or use another instance.',
  ),
  'jump-forbidden': text(
    'forwarding-forbidden',
    '{hop} doesn’t allow {login} to forward connections to {destination}.',
    'Ask the administrator of {hop} to allow TCP forwarding (AllowTcpForwarding, PermitOpen), or use another jump host.',
  ),
  'target-not-reached': text(
    'connection-refused',
    '{hop} couldn’t connect to {destination} ({detail}).',
    'Check the inference server in the profile, or try again later.',
  ),
  'next-hop-not-reached': text(
    'connection-refused',
    '{hop} couldn’t connect to {destination} ({detail}).',
    'Check that {next} is running, that its host and port are right, and that {hop} can connect to it.',
  ),
  'raw-forward-port-taken': text('port-taken', 'Port {port} is in use by another program.', {
    window: 'Choose another port, or stop that program.',
    terminal: 'Stop that program.',
  }),
  'raw-forward-port-denied': text('port-taken', 'Causeway couldn’t open port {port} ({detail}).', 'Choose a port above 1023.'),

  'proxy-jump-invalid': text(
    'invalid-input',
    'The ProxyJump of {hop} in your SSH config isn’t valid (“{value}”).',
    'Write it as user@host:port, with commas between several.',
  ),
  'ssh-name-unsafe': text(
    'invalid-input',
    '“{login}@{host}” isn’t a valid username and host.',
    'Correct the host and username of the instance, or the entry in your SSH config.',
  ),
  'jump-hosts-loop': text('invalid-input', 'The jump hosts in your SSH config form a loop ({path}).', checkJumpHosts),
  'too-many-jump-hosts': text('invalid-input', 'Your SSH config has more than {max} jump hosts.', checkJumpHosts),

  'system-ssh-missing': text('tunnel-program', 'This computer has no ssh program.', orOwnTransport('Install OpenSSH')),
  'system-ssh-not-started': text('tunnel-program', 'Causeway couldn’t start system SSH ({detail}).', orOwnTransport('Reinstall OpenSSH')),
  'system-ssh-not-set-up': text(
    'tunnel-program',
    'Causeway couldn’t create the files for system SSH ({detail}).',
    orOwnTransport('Check that the disk isn’t full'),
  ),
  'system-ssh-without-log': text(
    'tunnel-program',
    'System SSH doesn’t report its connections, so Causeway can’t use it.',
    orOwnTransport('Update OpenSSH'),
  ),
  'system-ssh-too-old': text('tunnel-program', 'System SSH is older than OpenSSH 8.5.', orOwnTransport('Update OpenSSH')),
  'system-ssh-config-invalid': text(
    'invalid-input',
    'System SSH can’t read its configuration (“{line}”).',
    'Correct that line of your SSH config, then reconnect.',
  ),
  'system-ssh-on-windows': text('unsupported', 'System SSH isn’t supported on Windows.', useOwnTransport),
  'system-ssh-other-target': text('unsupported', 'System SSH forwards connections to the inference server only.', useOwnTransport),
  'system-ssh-key-not-trusted': text(
    'host-key-refused',
    'System SSH doesn’t trust the host key of {hop}.',
    'Run “ssh {hop}” in a terminal, follow what it says about the key, then reconnect.',
  ),
  'system-ssh-rejected': text(
    'ssh-auth',
    '{hop} rejected the sign-in for {login} (“{detail}”).',
    'Check that “ssh {hop}” works in a terminal, then reconnect.',
  ),
  'system-ssh-no-common-algorithm': text(
    'ssh-handshake',
    '{hop} and system SSH don’t share a supported encryption method (“{detail}”).',
    'Update the older of the two, or allow the method for this host in your SSH config.',
  ),

  'tunnel-off': text('tunnel-unavailable', 'The tunnel isn’t running.', {
    window: 'Start the tunnel and try again.',
    terminal: 'Start Causeway again.',
    check: 'Start the tunnel and check again.',
    terminalCheck: 'Start Causeway again.',
  }),
  'tunnel-needs-answer': text('tunnel-unavailable', 'The tunnel is waiting for you to answer a question about {hop}.', {
    window: 'Answer the question, then try again.',
    terminal: 'Answer it in the terminal, or start again with --host-key, --password-env or --passphrase-env.',
    api: 'Answer the question in Causeway, then try again.',
  }),
  'tunnel-down': text(
    'tunnel-unavailable',
    ({ cause }: { readonly cause: Failure }, render) => `The tunnel isn’t connected: ${render(cause).message}`,
    ({ cause }, render) => render(cause).remedy,
  ),
  'tunnel-not-up-in-time': text('tunnel-unavailable', 'The tunnel didn’t connect in time.', {
    window: 'Check that this computer is online and try again.',
    terminal: 'Check that this computer is online and try again.',
    check: 'Check that this computer is online, then check again.',
    terminalCheck: 'Check that this computer is online, then check again.',
  }),
  'tunnel-bug': text('unexpected', 'The tunnel failed unexpectedly ({detail}).', {
    window: 'Reconnect, and if it happens again, report it with a support bundle from Settings > About.',
    terminal: 'Start Causeway again, and report it if it happens again.',
  }),
};
