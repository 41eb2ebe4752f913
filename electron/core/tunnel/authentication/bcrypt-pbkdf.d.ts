/** Types for ssh2's own bcrypt, which ships without any. */
declare module 'bcrypt-pbkdf' {
  const bcrypt: {
    /** Writes the key into `out`. Any result but 0 is a failure. */
    readonly pbkdf: (
      passphrase: Uint8Array,
      passphraseLength: number,
      salt: Uint8Array,
      saltLength: number,
      out: Uint8Array,
      outLength: number,
      rounds: number,
    ) => number;
  };
  export default bcrypt;
}
