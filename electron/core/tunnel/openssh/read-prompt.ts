/** What ssh's words ask for. */
export type Wanted =
  | { readonly kind: 'passphrase'; readonly keyFile: string }
  | { readonly kind: 'password' }
  /** A question of the server's own, or a security key's PIN. */
  | { readonly kind: 'prompt'; readonly text: string; readonly isPassword: boolean };

/** Reads a prompt of ssh. */
export function readPrompt(text: string): Wanted {
  const keyFile = /^Enter passphrase for (?:\S+ )?key '?(.*?)'?: *$/s.exec(text)?.[1];
  if (keyFile !== undefined) return { kind: 'passphrase', keyFile };
  if (/^[^\n]*@[^\n]*'s password: *$/.test(text)) return { kind: 'password' };
  const own = text.replace(/^\([^()\s]+@[^()\s]+\) /, ''); // whom ssh asks for, put before the server's words
  return { kind: 'prompt', text: own, isPassword: /password/i.test(own) && !/one.?time|otp|code|token|new|again|retype/i.test(own) };
}

/** What is being tried while that is asked for. */
export function identityOf(wanted: Wanted): string {
  switch (wanted.kind) {
    case 'passphrase':
      return `key file ${wanted.keyFile}`;
    case 'password':
      return 'password';
    case 'prompt':
      return "the server's questions";
  }
}
