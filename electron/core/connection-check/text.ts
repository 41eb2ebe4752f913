/** What the steps of the connection check found. */
export const findings = {
  isAddress: (host: string) => `${host} is an address, so there’s no name to look up.`,
  resolved: (host: string, addresses: readonly string[]) => `${host} is ${addresses.join(', ')}.`,
  httpProxy: (host: string) => `Your HTTP proxy looks up ${host}.`,
  commandWithoutLookup: (hop: string) => `The ProxyCommand in your SSH config connects to ${hop}, so there’s no name to look up.`,
  command: (hop: string) => `The ProxyCommand in your SSH config connects to ${hop}.`,
  accepts: (host: string) => `${host} accepts connections.`,
  ssh: (instance: string) => `${instance} answered over SSH.`,
  hostKey: 'The host key matches.',
  signedIn: 'Signed in.',
  forwards: 'The instance can reach the inference server.',
  encrypted: 'Encrypted, with a trusted certificate.',
  certificateName: (host: string) => `The certificate is for ${host}.`,
  oneEngine: 'The engine listed its models.',
  allEngines: (count: number) => `All ${count} engines listed their models.`,
  someEngines: (count: number, total: number, silent: readonly string[]) =>
    `${count} of ${total} engines listed their models (not ${silent.join(', ')}).`,
  proxy: 'the proxy',
  token: 'An API token is set.',
  answered: (model: string, ms: number) => `${model} answered in ${ms} ms.`,
} as const;
