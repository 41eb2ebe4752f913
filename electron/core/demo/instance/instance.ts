import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import ssh2, { type Connection, type ParsedKey, type ServerChannel, type Session, type AuthContext, type KeyboardAuthContext } from 'ssh2';
import { newKeyPair } from './key-pair.ts';

/** Options of the SSH instance. */
interface InstanceOptions {
  /** 0 chooses a free port. */
  readonly port: number;
  readonly address: string;
  readonly hostKey: string;
  /** The public key is in OpenSSH's format. */
  readonly login: Omit<Login, 'publicKey'> & { readonly publicKey: string };
  readonly target: ForwardTarget;
  /** Returns another host key to present to the next connection. */
  readonly nextHostKey: (() => string | undefined) | undefined;
  /** Returns whether the next connection may forward. */
  readonly allowsForwarding: (() => boolean) | undefined;
}

/** The simulated instance in the research cloud. It forwards to one target and runs no commands. */
export type RunningInstance = Awaited<ReturnType<typeof startInstance>>;

/** Starts the instance. */
export async function startInstance(options: InstanceOptions) {
  let key = readHostKey(options.hostKey);
  let port = options.port;
  const login: Login = { ...options.login, publicKey: parse(options.login.publicKey) };
  const sockets = new Set<Socket>();
  const callers = new Set<string>();
  const tcp = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    sshServer(options.nextHostKey?.() ?? key.private, (client) => serve(client, { ...options, login }, callers)).injectSocket(socket);
  });
  tcp.on('error', () => undefined); // `start` reports it where it matters
  const start = async (): Promise<void> => {
    if (tcp.listening) return;
    tcp.listen(port, options.address);
    await once(tcp, 'listening');
    ({ port } = tcp.address() as AddressInfo); // a listening TCP server has one
  };
  const dropConnections = (): void => sockets.forEach((socket) => socket.destroy());
  await start();
  return {
    port,
    /** Returns `SHA256:…` of the current host key. */
    fingerprint: (): string => `SHA256:${createHash('sha256').update(key.parsed.getPublicSSH()).digest('base64').replace(/=+$/, '')}`,
    /** Returns the current public host key, as in known_hosts. */
    hostKey: (): string => `${key.parsed.type} ${key.parsed.getPublicSSH().toString('base64')}`,
    /** Changes the host key for new connections. */
    changeHostKey: () => void (key = readHostKey(newKeyPair().private)),
    /** Returns whether a connection, by address and port, is one of its forwards. */
    isForward: (caller: string) => callers.has(caller),
    connections: () => sockets.size,
    /** Destroys all SSH connections, but keeps listening. */
    dropConnections,
    /** Stops like a machine that is switched off. The port stays reserved. */
    stop: async (): Promise<void> => {
      if (!tcp.listening) return;
      const closed = new Promise<void>((resolve) => void tcp.close(() => resolve()));
      dropConnections();
      await closed;
    },
    start,
  };
}

/** Creates an SSH server for one connection, because its host key can't be changed later. */
function sshServer(hostKey: string, onConnection: (client: Connection) => void): InstanceType<typeof ssh2.Server> {
  const server = new ssh2.Server({ hostKeys: [hostKey], ident: 'CausewayDemo' }, onConnection);
  server.on('error', () => undefined);
  return server;
}

function serve(
  client: Connection,
  options: Pick<InstanceOptions, 'target' | 'allowsForwarding'> & { readonly login: Login },
  callers: Set<string>,
): void {
  const opened = new Set<Socket>();
  client.on('error', () => undefined); // the client is notified itself
  client.on('close', () => opened.forEach((socket) => socket.destroy()));
  client.on('authentication', (attempt) => handleLogin(attempt, options.login));
  client.on('session', (accept) => acceptSession(accept()));
  client.on('request', (_accept, reject) => reject?.()); // no reverse forwarding
  client.on('ready', () => {
    // Without a listener ssh2 answers “administratively prohibited”, like sshd with forwarding disabled.
    if (options.allowsForwarding?.() === false) return;
    client.on('tcpip', (accept, reject, info) => {
      if (!isForwardAllowed(info.destIP, info.destPort, options.target)) return reject();
      // ssh2 returns undefined if the client has cancelled, which its types omit.
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

/** Accepts a session without running anything, because clients open one for its side effects. ssh2 rejects everything else. */
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

/** The only target of forwards. */
interface ForwardTarget {
  readonly address: string;
  readonly port: number;
  /** Names of the target, including its address. */
  readonly names: readonly string[];
}

/** Returns whether a client may connect to the target. */
function isForwardAllowed(host: string, port: number, target: ForwardTarget): boolean {
  return port === target.port && target.names.includes(host.toLowerCase());
}

/** Connects to the target. `onOpen` is called before the first byte. */
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

/** The accepted login. */
interface Login {
  readonly name: string;
  readonly password: string;
  readonly publicKey: ParsedKey;
  /** A code asked for after the password in a keyboard-interactive login, if set. */
  readonly code: string | undefined;
}

/** Accepts or rejects a login attempt. */
function handleLogin(attempt: AuthContext, login: Login): void {
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
