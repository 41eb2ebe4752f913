import ssh2, { type ParsedKey } from 'ssh2';
import type { SshAgentKey } from './ssh-agent.ts';
import type { KeyFile } from './key-file.ts';
import { keyText } from '../text.ts';
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
