import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import ssh2, { type Connection, type ParsedKey, type ServerChannel, type Session } from 'ssh2';
import type { ActiveFaults } from '../faults/active-faults.ts';
import { newKeyPair } from './key-pair.ts';
import { handleLogin, type Login } from './login.ts';

/** What the SSH instance is made of. */
export interface InstanceOptions {
  /** 0 for a free one. */
  readonly port: number;
  readonly address: string;
  readonly hostKey: string;
  /** Its key in OpenSSH's format. */
  readonly login: Omit<Login, 'publicKey'> & { readonly publicKey: string };
  readonly target: ForwardTarget;
  readonly faults: ActiveFaults;
}

/** The instance in the research cloud, as the demo plays it: forwards to one place, runs nothing. */
export interface RunningInstance {
  readonly port: number;
  /** `SHA256:…` of the key it shows now. */
  readonly fingerprint: () => string;
  /** The public half of that key, as known_hosts has it. */
  readonly hostKey: () => string;
  /** From the next connection on it shows another key. */
  readonly changeHostKey: () => void;
  /** Whether a connection to the inference server, by address and port, is one of its forwards. */
  readonly isForward: (caller: string) => boolean;
  readonly connections: () => number;
  /** Cuts every SSH connection without a word, and stays. */
  readonly dropConnections: () => void;
  /** Goes away, as a machine does that is switched off; the port stays its own. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

/** Starts the instance. */
export async function startInstance(options: InstanceOptions): Promise<RunningInstance> {
  let key = readHostKey(options.hostKey);
  let port = options.port;
  const login: Login = { ...options.login, publicKey: parse(options.login.publicKey) };
  const sockets = new Set<Socket>();
  const callers = new Set<string>();
  const tcp = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    const shown = options.faults.take('changed-host-key') ? newKeyPair().private : key.private;
    sshServer(shown, (client) => serve(client, { ...options, login }, callers)).injectSocket(socket);
  });
  tcp.on('error', () => undefined); // `start` hears of it where it matters
  const start = async (): Promise<void> => {
    if (tcp.listening) return;
    tcp.listen(port, options.address);
    await once(tcp, 'listening');
    ({ port } = tcp.address() as AddressInfo); // a TCP server that listens has one
  };
  const dropConnections = (): void => sockets.forEach((socket) => socket.destroy());
  await start();
  return {
    port,
    fingerprint: () => `SHA256:${createHash('sha256').update(key.parsed.getPublicSSH()).digest('base64').replace(/=+$/, '')}`,
    hostKey: () => `${key.parsed.type} ${key.parsed.getPublicSSH().toString('base64')}`,
    changeHostKey: () => void (key = readHostKey(newKeyPair().private)),
    isForward: (caller) => callers.has(caller),
    connections: () => sockets.size,
    dropConnections,
    stop: async () => {
      if (!tcp.listening) return;
      const closed = new Promise<void>((resolve) => void tcp.close(() => resolve()));
      dropConnections();
      await closed;
    },
    start,
  };
}

/** A server for one connection: its host key can't be changed later. */
function sshServer(hostKey: string, onConnection: (client: Connection) => void): InstanceType<typeof ssh2.Server> {
  const server = new ssh2.Server({ hostKeys: [hostKey], ident: 'CausewayDemo' }, onConnection);
  server.on('error', () => undefined);
  return server;
}

function serve(
  client: Connection,
  options: Pick<InstanceOptions, 'target' | 'faults'> & { readonly login: Login },
  callers: Set<string>,
): void {
  const opened = new Set<Socket>();
  client.on('error', () => undefined); // the client's trouble, and it hears of it
  client.on('close', () => opened.forEach((socket) => socket.destroy()));
  client.on('authentication', (attempt) => handleLogin(attempt, options.login));
  client.on('session', (accept) => acceptSession(accept()));
  client.on('request', (_accept, reject) => reject?.()); // no reverse forwarding
  client.on('ready', () => {
    // Without a listener ssh2 answers “administratively prohibited”, as sshd does where forwarding is off.
    if (options.faults.take('refuse-forwarding')) return;
    client.on('tcpip', (accept, reject, info) => {
      if (!isForwardAllowed(info.destIP, info.destPort, options.target)) return reject();
      // ssh2 returns nothing where the client has withdrawn; its types do not say so.
      const open = accept as () => ServerChannel | undefined;
      const socket = forward(options.target, open, reject, (connected) => {
        const caller = `${connected.localAddress}:${connected.localPort}`;
        callers.add(caller);
        connected.once('close', () => callers.delete(caller));
      });
      opened.add(socket);
      socket.once('close', () => opened.delete(socket));
    });
  });
}

/** A session is answered, because clients open one for its side effects, but nothing is run; everything else is refused by ssh2 itself. */
function acceptSession(session: Session): void {
  session.on('exec', (accept) => {
    const channel = accept();
    channel.exit(0);
    channel.end();
  });
}

function readHostKey(text: string): { readonly private: string; readonly parsed: ParsedKey } {
  return { private: text, parsed: parse(text) };
}

function parse(text: string): ParsedKey {
  const parsed = ssh2.utils.parseKey(text);
  if (parsed instanceof Error) throw parsed;
  return parsed;
}

/** The one place the instance forwards to. */
interface ForwardTarget {
  readonly address: string;
  readonly port: number;
  /** Names that mean this place, its address among them. */
  readonly names: readonly string[];
}

/** Whether a client may be taken there. */
function isForwardAllowed(host: string, port: number, target: ForwardTarget): boolean {
  return port === target.port && target.names.includes(host.toLowerCase());
}

/** Opens the connection to the target; `onOpen` hears of it before the first byte goes through. */
function forward(
  target: ForwardTarget,
  accept: () => ServerChannel | undefined,
  reject: () => void,
  onOpen: (socket: Socket) => void,
): Socket {
  const socket = connect({ host: target.address, port: target.port, allowHalfOpen: true, noDelay: true });
  socket.once('error', reject);
  socket.once('connect', () => {
    socket.off('error', reject);
    socket.on('error', () => socket.destroy());
    onOpen(socket);
    const channel = accept();
    if (!channel) {
      socket.destroy();
      return;
    }
    channel.on('error', () => socket.destroy());
    channel.once('close', () => socket.destroy());
    socket.once('close', () => channel.close());
    channel.pipe(socket).pipe(channel);
  });
  return socket;
}
