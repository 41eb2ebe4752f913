import { createTunnel, type Ask } from '../../../electron/core/tunnel/tunnel.ts';
import { hopTo, keysInMemory, offering, plainOpenssh, steppedTimers, timeouts, trusting } from './tunnel-parts.ts';

/** Runs a tunnel through the system's ssh until it is killed. With `asking`, through a jump host whose host key nobody confirms. */
const [port = '', login = '', keyFile = '', asking] = process.argv.slice(2);
const instance = hopTo({ port: Number(port), login }, { identityFiles: [keyFile], identitiesOnly: true });
const askForever: Ask = ({ kind }) => {
  console.log(kind);
  return new Promise(() => undefined);
};
const tunnel = createTunnel({
  hopChain: { hops: asking === undefined ? [instance] : [{ ...instance, name: 'bastion' }, instance], notes: [] },
  target: { host: '127.0.0.1', port: 1 },
  hostKeys: keysInMemory(),
  identities: offering(),
  ask: asking === undefined ? trusting : askForever,
  systemSsh: plainOpenssh,
  timeouts,
  timers: steppedTimers(30), // the test counts its processes
});
tunnel.onChange(({ state }) => state.kind === 'ready' && console.log('ready'));
tunnel.start();
