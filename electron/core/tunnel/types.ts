import type { Failure } from '../../contract/failure.ts';
import type { SshQuestion, SshReply } from '../../contract/ssh-question.ts';

/** One SSH server on the way, with everything that is known about how to log in to it. */
export interface Hop {
  /** What the user calls it: an alias of the ssh config, or the host itself. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly login: string;
  /** The name under which its key is kept, where that is not the host. */
  readonly hostKeyAlias: string | undefined;
  readonly knownHostsFiles: readonly string[];
  /** Key files named for this hop, in order; the usual ones where none is named. */
  readonly identityFiles: readonly string[];
  /** Certificates named for this hop, which only the system's ssh can show. */
  readonly certificateFiles: readonly string[];
  /** Only the named identities are tried, from the agent too. */
  readonly identitiesOnly: boolean;
  /** The agent's socket or pipe; none where it is switched off. */
  readonly agent: string | undefined;
  readonly connectTimeoutMs: number;
  readonly keepaliveMs: number;
}

/** The way to the instance: jump hosts first, the instance last. */
export interface HopChain {
  readonly hops: readonly [Hop, ...Hop[]];
  /** What the ssh config asks for and we can't honour, each a sentence. */
  readonly notes: readonly string[];
}

/** The user's answer, or `not-asked`: a login that worked before is refused now, and its saved secrets may be right again later. */
export type LoginReply = SshReply | { readonly kind: 'not-asked' };

/** Puts a question to the user; the answer may take minutes. */
export type Ask = (question: SshQuestion, signal: AbortSignal) => Promise<LoginReply>;

/** What is to be thought of a server's key. */
export type HostKeyCheck =
  | { readonly kind: 'known' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** What is known of host keys: the user's files, read only, and our own. */
export interface HostKeys {
  readonly check: (hop: Hop, key: Buffer) => Promise<HostKeyCheck>;
  /** Adds the key to our own file. */
  readonly trust: (hop: Hop, key: Buffer) => Promise<Failure | undefined>;
  /** Key types known for this host, to be preferred in the negotiation. */
  readonly knownTypes: (hop: Hop) => Promise<readonly string[]>;
}

/** One way to prove who the user is, as ssh2's `authHandler` takes it, with its name for the user. */
export interface Identity {
  readonly label: string;
  readonly method: 'agent' | 'publickey' | 'password' | 'keyboard-interactive';
  /** What ssh2 is handed; secrets are asked for only when the identity's turn comes. Nothing: skip it. Rejects: the login ends. */
  readonly prepare: (signal: AbortSignal) => Promise<object | undefined>;
}

/** The identities of a hop. */
export interface ListedIdentities {
  /** In OpenSSH's order. */
  readonly identities: readonly Identity[];
  /** What can't be used, each a sentence. It grows while identities are tried. */
  readonly notes: readonly string[];
  /** What only the system's ssh can use, each as part of a sentence. */
  readonly systemSshOnly: readonly string[];
}

/** Gathers the identities of a hop. */
export interface Identities {
  readonly list: (hop: Hop, signal: AbortSignal) => Promise<ListedIdentities>;
}
