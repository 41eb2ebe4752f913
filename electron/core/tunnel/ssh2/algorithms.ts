import type { Algorithms } from 'ssh2';

const signatures: Readonly<Record<string, string>> = { 'ssh-rsa': 'rsa-sha2-512|rsa-sha2-256|ssh-rsa' };

/**
 * What we offer: AES-GCM first, because it is the fastest ssh2 has in JavaScript, and the key types already known for a host
 * first, because another type would look like an unknown key. Regular expressions pick from what this runtime supports: a list
 * by name throws where one is missing, as ChaCha20 is in Electron.
 *
 * Diffie-Hellman over primes is left to the system's ssh where there is one. The prime is tested on this thread, and nothing else of
 * the program runs meanwhile: that of a group exchange takes 8 s, and Electron's crypto tests those of the fixed groups, too, for
 * seconds to minutes.
 */
export function algorithmsFor(knownKeyTypes: readonly string[], hasSystemSsh: boolean): Algorithms {
  const gcm = [/^aes128-gcm@openssh\.com$/, /^aes256-gcm@openssh\.com$/];
  const known = knownKeyTypes.map((type) => new RegExp(`^(${signatures[type] ?? escape(type)})$`));
  // The types know of names only; ssh2 takes regular expressions as well, and documents it.
  return {
    kex: { remove: [hasSystemSsh ? /^diffie-hellman-/ : /^diffie-hellman-group-exchange-/] },
    cipher: toFront(gcm),
    ...(known.length === 0 ? {} : { serverHostKey: toFront(known) }),
  } as unknown as Algorithms;
}

/** ssh2 goes through these in the order of the keys, and leaves alone what is in its list already: hence remove, then prepend. */
function toFront(names: readonly RegExp[]): object {
  return { remove: names, prepend: names };
}

function escape(text: string): string {
  return text.replace(/[^\w@-]/g, String.raw`\$&`);
}
