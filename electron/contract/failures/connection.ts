import type { Failure } from '../failure.ts';
import { text, tryAgain } from './define.ts';

type Cause = Readonly<Record<'cause', Failure>>;

const addEnginePaths = {
  window: 'Add your service’s engine paths under Connection > Models.',
  terminal: 'Add your service’s engine paths to the profile.',
};

type Port = { readonly port: number; readonly nextFreePort: number | null };
const withoutKey = 'Stop requiring a local key in Direct mode, or use the local API instead.';

/** Failures of the connection, its profile, the connection check and the local API. */
export const connectionFailures = {
  /** The service refused this network, with what else can be done. */
  'network-refused-through-tunnel': text(
    'network-not-permitted',
    'The tunnel works, but the engines don’t accept connections from your instance’s network.',
    {
      window: 'Use an instance inside the research cloud, or switch to Proxy.',
      terminal: 'Use an instance inside the research cloud, or run with --mode proxy.',
    },
  ),
  'network-refused-without-instance': text('network-not-permitted', ({ cause }: Cause, render) => render(cause).message, {
    window: 'Add an instance to the profile, or switch to Proxy.',
    terminal: 'Add an instance to the profile, or run with --mode proxy.',
  }),
  'network-refused-tunnel-off': text('network-not-permitted', ({ cause }: Cause, render) => render(cause).message, {
    window: 'Set the tunnel to Automatic, or switch to Proxy.',
    terminal: 'Set "directRoute" to "auto" in the profile, or run with --mode proxy.',
  }),
  'network-refused': text('network-not-permitted', ({ cause }: Cause, render) => render(cause).message, {
    window: 'Try again, or switch to Proxy.',
    terminal: 'Try again, or run with --mode proxy.',
    check: 'Check again, or switch to Proxy.',
    terminalCheck: 'Check again, or run with --mode proxy.',
  }),
  'no-answer-without-tunnel': text('connect-timeout', '{host} doesn’t answer from this network.', {
    window: 'Use the tunnel, or switch to Proxy.',
    terminal: 'Set "directRoute" to "auto" in the profile, or run with --mode proxy.',
  }),
  'tunnel-not-needed': text('cancelled', 'The tunnel isn’t needed anymore because the engines can be reached without it.', tryAgain),
  'profile-left': text(
    'connection-lost',
    'Causeway closed this connection a minute after you switched to another profile or edited this one.',
    'Connect again.',
  ),
  'no-instance': text('tunnel-unavailable', 'The tunnel is set to Always, but this profile has no instance.', {
    window: 'Add an instance to the profile, or switch to Proxy.',
    terminal: 'Add an instance to the profile, or run with --mode proxy.',
  }),
  'no-tunnel': text('invalid-input', 'The active profile has no instance, so there’s no tunnel.', 'Add an instance to the profile.'),
  'no-changed-host-key': text('invalid-input', 'There’s no changed host key to confirm.', 'Reconnect first.'),
  'question-closed': text('invalid-input', 'This question is no longer open.', 'Wait for the next one, or reconnect.'),
  'reply-of-wrong-kind': text('invalid-input', 'This isn’t an answer to the question.', 'Answer it again.'),

  'demo-not-started': text('unexpected', 'The demo couldn’t start.', {
    window: 'Restart Causeway, and if it happens again, report it with a support bundle from Settings > About.',
    terminal: 'Start Causeway again, and report it if it happens again.',
  }),
  'demo-host-key-changed': text(
    'host-key-changed',
    'The demo instance has an unexpected host key, so another program may have taken its place.',
    'Restart Causeway.',
  ),
  'development-build': text('refused', 'This development build can connect only to the demo.', {
    window: 'Use the demo, or install Causeway to connect to your own service.',
    terminal: 'Use the demo with --profile demo, or install Causeway to connect to your own service.',
  }),

  'model-list-missing': text(
    'unsupported',
    'The proxy doesn’t list its models, so Causeway shows the profile’s model catalog.',
    'Edit the model catalog if it’s out of date.',
  ),
  /** A token that the user has just entered. */
  'entered-token-refused': text('token-refused', ({ cause }: Cause, render) => render(cause).message, {
    window: 'Create a new API token as described above and paste all of it here.',
    terminal: 'Create a new API token in the web chat and pass it with --token-env.',
  }),
  'token-unchecked': text(
    'unexpected',
    ({ cause }: Cause, render) => `Causeway couldn’t check the API token: ${render(cause).message}`,
    ({ cause }, render) => render(cause).remedy,
  ),

  'check-stopped': text('cancelled', 'You stopped the check.', ''),
  'check-bug': text('unexpected', 'The check failed unexpectedly ({detail}).', {
    window: 'Check again, and if it happens again, report it with a support bundle from Settings > About.',
    terminal: 'Check again, and report it if it happens again.',
  }),
  'no-engine-paths': text('unknown-model', 'No engine paths are configured.', addEnginePaths),
  'no-model-to-test': text('unknown-model', 'No model is available to test.', addEnginePaths),

  // The local API itself. Its error responses to programs are in `core/local-api/api-errors.ts`.
  'local-api-ports-equal': text('invalid-input', 'The demo needs its own port.', 'Choose two different ports.'),
  'local-key-gone': text('invalid-input', 'This local key was already revoked.', ''),
  'local-api-starting': text('connect-timeout', 'Causeway is still starting.', 'Try again in a moment.'),
  'local-api-port-changed': text('cancelled', 'The active profile changed and uses another port.', {
    window: 'Use the port shown in Causeway.',
    terminal: 'Use the port that Causeway printed last.',
  }),
  'local-port-in-use': text(
    'port-taken',
    ({ port, owner }: Port & { readonly owner: string | null }) => `Port ${port} is in use by ${owner ?? 'another program'}.`,
    {
      window: ({ nextFreePort }) => `Quit that program, or ${nextFreePort === null ? 'choose another port' : `use port ${nextFreePort}`}.`,
      terminal: ({ nextFreePort }) => `Quit that program, or choose another port with ${portFlag(nextFreePort)}.`,
    },
  ),
  'local-port-unusable': text<Port & { readonly error: string }>('port-taken', 'Port {port} can’t be opened: {error}.', {
    window: ({ nextFreePort }) => (nextFreePort === null ? 'Choose another port.' : `Choose another port, such as ${nextFreePort}.`),
    terminal: ({ nextFreePort }) => `Choose another port with ${portFlag(nextFreePort)}.`,
  }),
  'raw-forwarding-needs-key': text(
    'refused',
    'Raw TCP forwarding is off, because a local key is required and can’t be sent over it.',
    withoutKey,
  ),
  'raw-forwarding-unknown-caller': text(
    'refused',
    'Raw TCP forwarding is off, because it can’t send a local key and Causeway can’t identify the calling user on this system.',
    withoutKey,
  ),
  'tunnel-connecting': text('tunnel-unavailable', 'The tunnel isn’t connected yet.', 'Try again in a moment.'),
  'engine-list-late': text('first-byte-timeout', 'The engine at {segment} didn’t return its model list in time.', 'Try again later.'),
  'engine-list-missing': text('bad-answer', 'The engine at {segment} didn’t return a model list ({status}).', {
    window: 'Check the engine path in the model catalog, then try again.',
    api: 'Check the engine path in Causeway’s model catalog, then try again.',
    terminal: 'Check the engine path in the profile, then try again.',
  }),
};

function portFlag(port: number | null): string {
  return port === null ? '--port' : `--port ${port}`;
}
