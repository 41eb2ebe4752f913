import { type Result } from '../contract/failure.ts';
import type { Mode } from '../contract/profile.ts';
/** Where a secret comes from: never from the arguments, which every user of the machine can read. */
export type SecretSource =
  | {
      readonly kind: 'environment';
      readonly name: string;
    }
  | {
      readonly kind: 'descriptor';
      readonly number: number;
    };
/** What the command line asks for. */
export interface HeadlessOptions {
  /** A profile's name, or a file with one; undefined: the one in use in the window. */
  readonly profile: string | undefined;
  readonly mode: Mode | undefined;
  readonly port: number | undefined;
  readonly data: string | undefined;
  readonly secrets: Readonly<Record<SecretName, SecretSource | undefined>>;
  /** A host key's fingerprint that may be trusted without a question. */
  readonly hostKey: string | undefined;
  readonly isCheck: boolean;
  readonly isJson: boolean;
  readonly wants: 'run' | 'help' | 'version';
}
export type SecretName = 'token' | 'password' | 'passphrase';
export declare const helpText =
  "Usage: causeway --headless [flags]      (from the sources: npm run headless -- [flags])\n\nServes the local address, and keeps the tunnel where the profile needs one, without a window.\n\n  --profile NAME|FILE     a profile by its name, or a profile file; left out: the one in use in the window\n  --mode proxy|direct     the way in; left out: as the profile has it\n  --port PORT             port of the local address; left out: 7333, and 7334 for the demo\n  --check                 look at each step of the way, say what is wrong, and end\n  --host-key SHA256:\u2026     trust the instance's host key with this fingerprint without asking\n  --token-env NAME        read the API token from this environment variable\n  --token-fd NUMBER       or from this file descriptor; likewise --password-env, --password-fd,\n                          --passphrase-env, --passphrase-fd. Left out: from the keychain\n  --data FOLDER           where Causeway's data are; left out: where the window keeps them\n  --json                  JSON lines, as without a terminal\n  --version, --help\n\nExit: 0 ended as asked \u00B7 64 wrong flags \u00B7 69 the service or the port can't be had \u00B7 70 a mistake of Causeway's\n      77 the user is needed (login, host key, token) \u00B7 78 the profile is missing or wrong\n";
/** Reads the flags; a wrong one is a sentence. */
export declare function readOptions(words: readonly string[]): Result<HeadlessOptions>;
