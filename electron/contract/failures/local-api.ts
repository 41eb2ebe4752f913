import { text } from './define.ts';

type Port = { readonly port: number; readonly nextFreePort: number | null };

const withoutKey = 'Stop requiring a local key in Direct mode, or use the local API instead.';

/** Failures of the local API itself. Its error responses to programs are in `core/local-api/api-errors.ts`. */
export const localApiFailures = {
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
