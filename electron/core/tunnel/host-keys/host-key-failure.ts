import type { Failure } from '../../../contract/failure.ts';
import type { Hop } from '../types.ts';
import { nameOf } from './look-up-key.ts';
import { keyType } from './key-blob.ts';
import type { KnownHost } from './known-hosts.ts';

/** The server shows another key than the one that is kept: what that can mean, and the ways on, none of them one click. */
export function changedKey(hop: Hop, key: Buffer, conflicts: readonly [KnownHost, ...KnownHost[]], ownFile: string): Failure {
  const places = conflicts.map(({ file, line }) => `${file} line ${line}`).join(', ');
  const isNewType = conflicts.every(({ type }) => type !== keyType(key));
  const types = [...new Set(conflicts.map(({ type }) => type))].join(', ');
  const what = isNewType
    ? `${hop.name} shows a key of type ${keyType(key)}, but only ${types} is known of it (${places}).`
    : `${hop.name} shows another key than the one that is known of it (${places}).`;
  const commands = removalCommands(hop, conflicts, ownFile);
  return {
    code: 'host-key-changed',
    message: `${what} The instance may have been reinstalled, its address may now be that of another instance, or someone may stand between you and it.`,
    remedy: [
      'If it is a new instance, say so and type the fingerprint that the cloud shows in its console.',
      ...(commands.length > 0 ? [`Your own file is left as it is; to remove the old key there: ${commands.join(' ; ')}`] : []),
    ].join(' '),
  };
}

/** The server shows a key that was revoked. */
export function revokedKey(hop: Hop, { file, line }: KnownHost): Failure {
  return {
    code: 'host-key-revoked',
    message: `${hop.name} shows a key that is marked as revoked (${file} line ${line}): it may be in the wrong hands.`,
    remedy: 'Do not connect. Ask those who run the instance for a new host key.',
  };
}

/** The commands that remove a host's keys from the user's files, to be run by the user; ours we mend ourselves. */
export function removalCommands(hop: Hop, conflicts: readonly KnownHost[], ownFile: string): readonly string[] {
  const files = new Set(conflicts.map(({ file }) => file).filter((file) => file !== ownFile));
  return [...files].map((file) => `ssh-keygen -R ${quote(nameOf(hop))} -f ${quote(file)}`);
}

/** Double quotes are understood by every shell; a path for which they don't do is quoted for a POSIX one. */
function quote(text: string): string {
  if (/^[\w./:@%+=,~-]+$/.test(text)) return text;
  return /["$`!]/.test(text) || (text.includes('\\') && !/^[A-Za-z]:\\/.test(text))
    ? `'${text.replaceAll("'", String.raw`'\''`)}'`
    : `"${text}"`;
}
