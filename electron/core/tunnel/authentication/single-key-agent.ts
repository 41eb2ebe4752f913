import ssh2, { type BaseAgent, type IdentityCallback, type ParsedKey, type SignCallback, type SigningRequestOptions } from 'ssh2';

/** An agent that shows ssh2 one of its keys only, so that each is tried, and named, on its own. */
export function createSingleKeyAgent(socketPath: string, publicKey: ParsedKey): BaseAgent {
  const agent = ssh2.createAgent(socketPath);
  // A class because ssh2 checks for its base class.
  class OneKeyAgent extends ssh2.BaseAgent {
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
  return new OneKeyAgent();
}
