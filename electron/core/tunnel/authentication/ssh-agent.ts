import net from 'node:net';
import ssh2, { type BaseAgent, type IdentityCallback, type ParsedKey, type SignCallback, type SigningRequestOptions } from 'ssh2';
import { createFieldReader, writeUint32 } from './ssh-wire.ts';

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
