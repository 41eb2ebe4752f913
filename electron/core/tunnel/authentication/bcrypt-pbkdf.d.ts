/** ssh2's own bcrypt, which comes without types. */
declare module 'bcrypt-pbkdf' {
  const bcrypt: {
    /** Writes the key into `out`; anything but 0 is a failure. */
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
