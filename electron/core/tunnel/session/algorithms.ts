import type { Algorithms } from 'ssh2';

const signatures: Readonly<Record<string, string>> = { 'ssh-rsa': 'rsa-sha2-512|rsa-sha2-256|ssh-rsa' };

/**
 * What we offer: AES-GCM first, because it is the fastest ssh2 has in JavaScript, and the key types already known for a host
 * first, because another type would look like an unknown key. No group exchange: ssh2 tests the server's prime on this thread, which
 * stops the whole program for 8 s, and the server has hung up by then; one that has nothing else is left to the system's ssh. Regular expressions pick from what this runtime supports: a list
 * by name throws where one is missing, as ChaCha20 is in Electron.
 */
export function algorithmsFor(knownKeyTypes: readonly string[]): Algorithms {
  const gcm = [/^aes128-gcm@openssh\.com$/, /^aes256-gcm@openssh\.com$/];
  const known = knownKeyTypes.map((type) => new RegExp(`^(${signatures[type] ?? escape(type)})$`));
  // The types know of names only; ssh2 takes regular expressions as well, and documents it.
  return {
    kex: { remove: [/^diffie-hellman-group-exchange-/] },
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
