import type { Failure, Result } from '../../contract/failure.ts';
import type { SshQuestion, SshReply } from '../../contract/connection.ts';
import type { Duplex } from 'node:stream';
import type { DialTarget } from '../shared/dial.ts';

/** An SSH server and its login settings. */
export interface Hop {
  /** The user's name for it: an alias of the ssh config, or the host. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly login: string;
  /** The name its key is stored under, if that is not the host. */
  readonly hostKeyAlias: string | undefined;
  readonly knownHostsFiles: readonly string[];
  /** The key files of this hop in order, or the default ones. */
  readonly identityFiles: readonly string[];
  /** Certificates of this hop, which only the system's ssh can use. */
  readonly certificateFiles: readonly string[];
  /** Offers only the named identities, also from the agent. */
  readonly identitiesOnly: boolean;
  /** The agent's socket or pipe, or undefined if there is none. */
  readonly agent: string | undefined;
  readonly connectTimeoutMs: number;
  readonly keepaliveMs: number;
  /** True if the system's ssh connects to it with a ProxyCommand. ssh2 connects without it. */
  readonly hasProxyCommand?: boolean;
}

/** The hops to the instance: jump hosts first, the instance last. */
export interface HopChain {
  readonly hops: readonly [Hop, ...Hop[]];
  /** Sentences about unsupported settings of the ssh config. */
  readonly notes: readonly string[];
}

/**
 * The user's reply, or `not-asked` if nobody was asked: a login that worked before is refused, and its secrets may be right
 * again later.
 */
export type LoginReply = SshReply | { readonly kind: 'not-asked' };

/** Asks the user. The reply may take minutes. */
export type Ask = (question: SshQuestion, signal: AbortSignal) => Promise<LoginReply>;

/** Pauses the limit of a login's step until the promise settles, because it may wait for the user. */
export type PauseFor = <T>(answer: Promise<T>) => Promise<T>;

/** The result of checking a server's key. */
type HostKeyCheck = { readonly kind: 'known' } | { readonly kind: 'unknown' } | { readonly kind: 'refused'; readonly failure: Failure };

/** Known host keys: the user's files, read only, and our own. */
export interface HostKeys {
  readonly check: (hop: Hop, key: Buffer) => Promise<HostKeyCheck>;
  /** Adds the key to our own file. */
  readonly trust: (hop: Hop, key: Buffer) => Promise<Failure | undefined>;
  /** Returns the key types known for this host, to prefer in the negotiation. */
  readonly knownTypes: (hop: Hop) => Promise<readonly string[]>;
  /** Returns whether the user's files trust this certificate authority for the host. Absent if there are no such files. */
  readonly hasAuthority?: (hop: Hop, authority: Buffer) => Promise<boolean>;
}

/** A way to authenticate, for ssh2's `authHandler`, with a label for the user. */
export interface Identity {
  readonly label: string;
  readonly method: 'agent' | 'publickey' | 'password' | 'keyboard-interactive';
  /**
   * Returns ssh2's options, or undefined to skip this identity. Asks for secrets only now, when it is offered. Rejects to end
   * the login.
   */
  readonly prepare: (signal: AbortSignal) => Promise<object | undefined>;
}

/** The identities of a hop. */
export interface ListedIdentities {
  /** In OpenSSH's order. */
  readonly identities: readonly Identity[];
  /** Sentences about identities that can't be used. Grows while identities are tried. */
  readonly notes: readonly string[];
  /** Whether there are keys that only the system's ssh can use. `notes` names them. */
  readonly hasSystemSshKeys: boolean;
}

/** Lists the identities of a hop. */
export interface Identities {
  /** The identities use `pauseFor` while the keychain may ask the user. */
  readonly list: (hop: Hop, signal: AbortSignal, pauseFor?: PauseFor) => Promise<ListedIdentities>;
}

/** The result of pinging a session. */
export type PingResult =
  | { readonly kind: 'answered'; readonly ms: number }
  /** No answer yet, but a sign of life, such as other bytes. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'silent' }
  /** The ping could not be sent, such as without a free file descriptor. Says nothing about the session. */
  | { readonly kind: 'unsent' };

/** An SSH connection to the instance, possibly through jump hosts. It is lost once and never revived. */
export interface Session {
  /** Opens a raw connection from the instance to the target. It never ends cleanly because SSH died. Rejects only on abort. */
  readonly open: (target: DialTarget, signal: AbortSignal) => Promise<Result<Duplex>>;
  readonly ping: (limitMs: number) => Promise<PingResult>;
  /** Calls the listener once, immediately if the session is already lost. Not called after `close`. */
  readonly onLost: (listener: (failure: Failure) => void) => void;
  /** Destroys every connection with an error, disconnects and frees everything. */
  readonly close: () => void;
}

/** Receives a transport's progress while it connects. */
export interface ConnectObserver {
  readonly onProgress: (hop: string, identity: string | undefined) => void;
  /** The user is not asked in this attempt, because a secret that is refused now may be right later. */
  readonly isUnattended: boolean;
  /** Called with notes that don't stop the attempt. */
  readonly onNote: (note: string) => void;
  /** Called when a hop's key differs from the known one. */
  readonly onRefusedKey: (hop: Hop, key: Buffer) => void;
  /** Called with the bytes of forwarded connections, as long as the session lives. */
  readonly onBytes: (received: number, sent: number) => void;
}

/** Opens SSH sessions: with ssh2 in this process, or with the system's ssh. */
export interface Transport {
  /** Never rejects. An abort returns a `cancelled` failure. */
  readonly connect: (observer: ConnectObserver, signal: AbortSignal) => Promise<Result<Session>>;
}
