import { createTunnel } from '../../../electron/core/tunnel/tunnel.ts';
import { hopTo, keysInMemory, offering, plainOpenssh, steppedTimers, trusting } from './tunnel-parts.ts';

/** Runs a tunnel through the system's ssh until it is killed. */
const [port = '', login = '', keyFile = ''] = process.argv.slice(2);
const tunnel = createTunnel({
  hopChain: { hops: [hopTo({ port: Number(port), login }, { identityFiles: [keyFile], identitiesOnly: true })], notes: [] },
  target: { host: '127.0.0.1', port: 1 },
  hostKeys: keysInMemory(),
  identities: offering(),
  ask: trusting,
  transport: plainOpenssh,
  timers: steppedTimers(30), // the test counts its processes
});
tunnel.onChange(({ state }) => state.kind === 'ready' && console.log('ready'));
tunnel.start();
