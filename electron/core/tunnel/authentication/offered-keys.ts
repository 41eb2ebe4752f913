import net from 'node:net';
import ssh2, { type BaseAgent, type IdentityCallback, type ParsedKey, type SignCallback, type SigningRequestOptions } from 'ssh2';
import { createFieldReader, writeUint32 } from './ssh-wire.ts';
import type { KeyFile } from './key-file.ts';
import { keyText } from '../text.ts';
import { canDecipher } from './unlock-key.ts';

/** A key in an ssh-agent. */
export interface SshAgentKey {
  readonly type: string;
  readonly publicKey: Buffer;
  readonly comment: string;
}

const messageTypes = { identities: 11, answer: 12 };
const maxReplyBytes = 1_048_576;
/** Long, because the agent may ask its user to unlock it. */
const replyTimeoutMs = 30_000;

/**
 * Lists all keys of an agent. ssh2 omits keys it can't use, and then we could not say why a security key or certificate is not
 * tried. Throws if there is no agent.
 */
export async function listSshAgentKeys(socketPath: string, signal: AbortSignal): Promise<readonly SshAgentKey[]> {
  const answer = await sendRequest(socketPath, Buffer.concat([writeUint32(1), Buffer.of(messageTypes.identities)]), signal);
  if (answer[0] !== messageTypes.answer) throw new Error('the agent refused to list its keys');
  const fields = createFieldReader(answer.subarray(1));
  const count = fields.uint32();
  const keys: SshAgentKey[] = [];
  for (let index = 0; index < count; index += 1) {
    const publicKey = Buffer.from(fields.string());
    const comment = fields.string().toString();
    keys.push({ type: createFieldReader(publicKey).string().toString('latin1'), publicKey, comment });
  }
  return keys;
}

function sendRequest(socketPath: string, message: Buffer, signal: AbortSignal): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const limit = AbortSignal.any([signal, AbortSignal.timeout(replyTimeoutMs)]);
  const socket = net.connect({ path: socketPath });
  const cancel = (): void => void socket.destroy(new Error('the agent did not answer in time'));
  let received = Buffer.alloc(0);
  socket.on('connect', () => socket.write(message));
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    const length = received.length < 4 ? undefined : received.readUInt32BE(0);
    if (length !== undefined && (length === 0 || length > maxReplyBytes)) socket.destroy(new Error('the agent answers nonsense'));
    else if (length !== undefined && received.length >= 4 + length) {
      resolve(received.subarray(4, 4 + length));
      socket.destroy();
    }
  });
  socket.on('error', reject);
  socket.on('close', () => {
    limit.removeEventListener('abort', cancel);
    reject(new Error('the agent closed the connection'));
  });
  if (limit.aborted) cancel();
  else limit.addEventListener('abort', cancel, { once: true });
  return promise;
}

/** Creates an agent that offers ssh2 a single key, so that each key is tried and reported separately. */
export function createSingleKeyAgent(socketPath: string, publicKey: ParsedKey): BaseAgent {
  const agent = ssh2.createAgent(socketPath);
  // A class, because ssh2 checks for its base class.
  class SingleKeyAgent extends ssh2.BaseAgent {
    override getIdentities(done: IdentityCallback): void {
      done(null, [publicKey]);
    }

    override sign(
      key: Buffer | string | ParsedKey,
      data: Buffer,
      options: SigningRequestOptions | SignCallback | undefined,
      done?: SignCallback,
    ): void {
      if (typeof options === 'function') agent.sign(key, data, options);
      else agent.sign(key, data, options ?? {}, done);
    }
  }
  return new SingleKeyAgent();
}

/** A key to offer, from the agent or from a file. */
export type OrderedKey =
  | { readonly kind: 'agent'; readonly key: ParsedKey; readonly comment: string }
  | { readonly kind: 'file'; readonly file: KeyFile };

/** The available keys and what the ssh config says about them. */
interface KeySources {
  readonly agentKeys: readonly SshAgentKey[];
  readonly files: readonly KeyFile[];
  readonly certificateFiles: readonly string[];
  readonly identitiesOnly: boolean;
  /** The files are the defaults, so missing ones are not reported. */
  readonly areDefaultFiles: boolean;
}

/** The keys to offer, and the reasons why others can't be. */
interface KeyOrder {
  readonly keys: readonly OrderedKey[];
  /** Sentences that say why a key is not offered. */
  readonly notes: readonly string[];
  /** Whether there are keys that only the system's ssh can use. */
  readonly hasSystemSshKeys: boolean;
}

/** Orders keys as OpenSSH does: agent keys named by files, other agent keys, then files that are not in the agent. */
export function orderKeys({ agentKeys, files, certificateFiles, identitiesOnly, areDefaultFiles }: KeySources): KeyOrder {
  const isNamedBy = (key: SshAgentKey, file: KeyFile): boolean => file.publicKey?.equals(key.publicKey) === true;
  const named = files.flatMap((file) => agentKeys.filter((key) => isNamedBy(key, file)));
  const others = identitiesOnly ? [] : agentKeys.filter((key) => !named.includes(key));
  const fromAgent = [...new Set([...named, ...others])].map((agentKey) => ({ agentKey, key: ssh2.utils.parseKey(agentKey.publicKey) }));
  const remaining = files.filter((file) => !agentKeys.some((key) => isNamedBy(key, file)));
  const candidates = remaining.map((file) => ({
    file,
    problem: describeFileProblem(file, areDefaultFiles),
    systemSshReason: describeSystemSshKey(file),
  }));

  const systemSshOnly = [
    ...fromAgent.flatMap(({ agentKey, key }) =>
      key instanceof Error ? [describeKeyType(keyText.agentKey(agentKey.comment), agentKey.type)] : [],
    ),
    ...candidates.flatMap(({ systemSshReason }) => (systemSshReason === undefined ? [] : [systemSshReason])),
  ];
  const adjacentCertificates = files.filter(({ hasCertificate }) => hasCertificate).map(({ path }) => `${path}-cert.pub`);
  const certificates = [...new Set([...adjacentCertificates, ...certificateFiles])].map(keyText.isCertificate);

  return {
    keys: [
      ...fromAgent.flatMap(({ agentKey, key }) =>
        key instanceof Error ? [] : [{ kind: 'agent' as const, key, comment: agentKey.comment }],
      ),
      ...candidates.flatMap(({ file, problem, systemSshReason }) =>
        problem === undefined && systemSshReason === undefined ? [{ kind: 'file' as const, file }] : [],
      ),
    ],
    notes: [
      ...candidates.flatMap(({ problem }) => (problem ? [problem] : [])),
      ...systemSshOnly.map(keyText.needsSystemSsh),
      ...certificates.map(keyText.certificateNeedsSystemSsh),
    ],
    hasSystemSshKeys: systemSshOnly.length > 0 || certificates.length > 0,
  };
}

/** Returns why a file is not offered. Returns an empty text if that need not be reported. */
function describeFileProblem({ path, state, reason, content }: KeyFile, areDefaultFiles: boolean): string | undefined {
  if (state === 'absent') return areDefaultFiles ? '' : keyText.missing(path);
  if (state === 'unreadable') return keyText.unreadable(path, reason);
  if (state === 'too-open') return keyText.tooOpen(path);
  if (content.kind === 'public') return keyText.publicOnly(path);
  return content.kind === 'unknown' ? keyText.unknownFormat(path) : undefined;
}

/** Describes a private key that only the system's ssh can use. Returns undefined for other files. */
function describeSystemSshKey({ path, state, content, keyType }: KeyFile): string | undefined {
  if (state !== 'found' || content.kind === 'public' || content.kind === 'ppk' || content.kind === 'unknown') return undefined;
  if (keyType !== undefined && needsSystemSsh(keyType)) return describeKeyType(path, keyType);
  return content.kind === 'openssh' && !canDecipher(content) ? keyText.isEncryptedWith(path, content.cipher) : undefined;
}

function needsSystemSsh(type: string): boolean {
  return type.startsWith('sk-') || type.includes('-cert-');
}

function describeKeyType(what: string, type: string): string {
  if (type.includes('-cert-')) return keyText.isCertificateOfType(what, type);
  if (type.startsWith('sk-')) return keyText.isOnSecurityKey(what, type);
  return keyText.isOfType(what, type);
}
