import type { Algorithms } from 'ssh2';

const signatures: Readonly<Record<string, string>> = { 'ssh-rsa': 'rsa-sha2-512|rsa-sha2-256|ssh-rsa' };

/**
 * Returns the algorithms to offer. AES-GCM comes first, because it is ssh2's fastest. Known host key types come first, because
 * another type would look like an unknown key. They are regular expressions, because a name that this runtime lacks would throw,
 * such as ChaCha20 in Electron. Classic Diffie-Hellman is left to the system's ssh, because testing the prime blocks this thread:
 * 8 s for a group exchange, and in Electron up to minutes for fixed groups. Windows has no other way than fixed groups.
 */
export function algorithmsFor(knownKeyTypes: readonly string[]): Algorithms {
  const gcm = [/^aes128-gcm@openssh\.com$/, /^aes256-gcm@openssh\.com$/];
  const known = knownKeyTypes.map((type) => new RegExp(`^(${signatures[type] ?? escape(type)})$`));
  // The types allow only names, but ssh2 documents regular expressions too.
  return {
    kex: { remove: [process.platform === 'win32' ? /^diffie-hellman-group-exchange-/ : /^diffie-hellman-/] },
    cipher: toFront(gcm),
    ...(known.length === 0 ? {} : { serverHostKey: toFront(known) }),
  } as unknown as Algorithms;
}

/** ssh2 applies these in order and ignores names already in the list, so remove first, then prepend. */
function toFront(names: readonly RegExp[]): object {
  return { remove: names, prepend: names };
}

function escape(text: string): string {
  return text.replace(/[^\w@-]/g, String.raw`\$&`);
}
