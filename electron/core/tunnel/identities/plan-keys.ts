import ssh2, { type ParsedKey } from 'ssh2';
import type { AgentKey } from './agent-keys.ts';
import type { IdentityFile } from './identity-file.ts';

/** One key to offer, from the agent or from a file. */
export type PlannedKey =
  | { readonly kind: 'agent'; readonly key: ParsedKey; readonly comment: string }
  | { readonly kind: 'file'; readonly file: IdentityFile };

/** What there is to choose from, and what the config says of it. */
export interface KeyQuestion {
  readonly agentKeys: readonly AgentKey[];
  readonly files: readonly IdentityFile[];
  readonly identitiesOnly: boolean;
  /** Nobody named the files, so nobody misses those that are not there. */
  readonly areUsualFiles: boolean;
}

const wayOut = "Choose the system's OpenSSH as this profile's transport to use it.";

/** OpenSSH's order: agent keys that are named by files, other agent keys, then files the agent does not hold. */
export function planKeys({ agentKeys, files, identitiesOnly, areUsualFiles }: KeyQuestion): {
  readonly keys: readonly PlannedKey[];
  readonly notes: readonly string[];
} {
  const isNamedBy = (key: AgentKey, file: IdentityFile): boolean => file.publicKey?.equals(key.publicKey) === true;
  const named = files.flatMap((file) => agentKeys.filter((key) => isNamedBy(key, file)));
  const others = identitiesOnly ? [] : agentKeys.filter((key) => !named.includes(key));
  const fromAgent = [...new Set([...named, ...others])].map((agentKey) => ({ agentKey, key: ssh2.utils.parseKey(agentKey.publicKey) }));
  const remaining = files.filter((file) => !agentKeys.some((key) => isNamedBy(key, file)));
  const judged = remaining.map((file) => ({ file, trouble: troubleOf(file, areUsualFiles) }));

  return {
    keys: [
      ...fromAgent.flatMap(({ agentKey, key }) =>
        key instanceof Error ? [] : [{ kind: 'agent' as const, key, comment: agentKey.comment }],
      ),
      ...judged.flatMap(({ file, trouble }) => (trouble === undefined ? [{ kind: 'file' as const, file }] : [])),
    ],
    notes: [
      ...fromAgent.flatMap(({ agentKey, key }) =>
        key instanceof Error ? [unusable(`The agent's key ${agentKey.comment}`, agentKey.type)] : [],
      ),
      ...judged.flatMap(({ trouble }) => (trouble ? [trouble] : [])),
      ...files
        .filter(({ hasCertificate }) => hasCertificate)
        .map(({ path }) => `${path}-cert.pub is a certificate, which can't be used here; the key itself is tried without it. ${wayOut}`),
    ],
  };
}

/** Why a file is not tried; an empty text where nothing need be said. */
function troubleOf({ path, state, reason, content, keyType }: IdentityFile, areUsualFiles: boolean): string | undefined {
  if (state === 'absent') return areUsualFiles ? '' : `The key file ${path} is not there.`;
  if (state === 'unreadable') return `The key file ${path} can't be read: ${reason}.`;
  if (state === 'too-open') return `The key file ${path} may be read by others and is not used. Make it yours alone: chmod 600 ${path}`;
  if (content.kind === 'public') return `${path} is a public key; the agent does not hold its private half.`;
  if (content.kind === 'unknown') return `${path} is no private key that is known here.`;
  if (content.kind === 'ppk' && !(content.version === 2 && /^ssh-(?:rsa|dss)$/.test(content.type))) {
    return `${path} is a PuTTY key of version ${content.version} (${content.type}), which can't be used here. Export it as an OpenSSH key in PuTTYgen, or hold it in an agent.`;
  }
  return keyType !== undefined && isBeyondSsh2(keyType) ? unusable(path, keyType) : undefined;
}

function isBeyondSsh2(type: string): boolean {
  return type.startsWith('sk-') || type.includes('-cert-');
}

function unusable(what: string, type: string): string {
  if (type.includes('-cert-')) return `${what} is a certificate (${type}), which can't be used here. ${wayOut}`;
  if (type.startsWith('sk-')) return `${what} is on a security key (${type}), which can't be used here. ${wayOut}`;
  return `${what} is of type ${type}, which can't be used here. ${wayOut}`;
}
