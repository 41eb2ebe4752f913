import ssh2, { type ParsedKey } from 'ssh2';
import type { SshAgentKey } from './ssh-agent.ts';
import type { KeyFile } from './key-file.ts';
import { canDecipher } from './unlock-key.ts';

/** A key to offer, from the agent or from a file. */
export type OrderedKey =
  | { readonly kind: 'agent'; readonly key: ParsedKey; readonly comment: string }
  | { readonly kind: 'file'; readonly file: KeyFile };

/** The available keys and what the ssh config says about them. */
export interface KeySources {
  readonly agentKeys: readonly SshAgentKey[];
  readonly files: readonly KeyFile[];
  readonly certificateFiles: readonly string[];
  readonly identitiesOnly: boolean;
  /** The files are the defaults, so missing ones are not reported. */
  readonly areDefaultFiles: boolean;
}

/** The keys to offer, and the reasons why others can't be. */
export interface KeyOrder {
  readonly keys: readonly OrderedKey[];
  /** Sentences that say why a key is not offered. */
  readonly notes: readonly string[];
  /** Keys only the system's OpenSSH can use, each as part of a sentence. */
  readonly systemSshOnly: readonly string[];
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
      key instanceof Error ? [describeKeyType(`the agent's key ${agentKey.comment}`, agentKey.type)] : [],
    ),
    ...candidates.flatMap(({ systemSshReason }) => (systemSshReason === undefined ? [] : [systemSshReason])),
  ];
  const adjacentCertificates = files.filter(({ hasCertificate }) => hasCertificate).map(({ path }) => `${path}-cert.pub`);
  const certificates = [...new Set([...adjacentCertificates, ...certificateFiles])].map((path) => `${path} is a certificate`);

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
      ...systemSshOnly.map((what) => sentence(`${what}, which only the system's OpenSSH can use`)),
      ...certificates.map((what) => sentence(`${what}, which only the system's OpenSSH can use; the key itself is tried without it`)),
    ],
    systemSshOnly: [...systemSshOnly, ...certificates],
  };
}

/** Returns why a file is not offered. Returns an empty text if that need not be reported. */
function describeFileProblem({ path, state, reason, content }: KeyFile, areDefaultFiles: boolean): string | undefined {
  if (state === 'absent') return areDefaultFiles ? '' : `The key file ${path} is not there.`;
  if (state === 'unreadable') return `The key file ${path} can't be read: ${reason}.`;
  if (state === 'too-open') return `The key file ${path} may be read by others and is not used. Make it yours alone: chmod 600 ${path}`;
  if (content.kind === 'public') return `${path} is a public key; the agent does not hold its private half.`;
  return content.kind === 'unknown' ? `${path} is no private key that is known here.` : undefined;
}

/** Describes a private key that only the system's ssh can use. Returns undefined for other files. */
function describeSystemSshKey({ path, state, content, keyType }: KeyFile): string | undefined {
  if (state !== 'found' || content.kind === 'public' || content.kind === 'ppk' || content.kind === 'unknown') return undefined;
  if (keyType !== undefined && needsSystemSsh(keyType)) return describeKeyType(path, keyType);
  return content.kind === 'openssh' && !canDecipher(content) ? `${path} is encrypted with ${content.cipher}` : undefined;
}

function needsSystemSsh(type: string): boolean {
  return type.startsWith('sk-') || type.includes('-cert-');
}

function describeKeyType(what: string, type: string): string {
  if (type.includes('-cert-')) return `${what} is a certificate (${type})`;
  if (type.startsWith('sk-')) return `${what} is on a security key (${type})`;
  return `${what} is of type ${type}`;
}

function sentence(text: string): string {
  return `${text.replace(/^the /, 'The ')}.`;
}
