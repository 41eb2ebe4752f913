/** Sentences about keys that can't be used, and clauses about those that only system SSH can use. */
export const keyText = {
  missing: (path: string) => `The key file ${path} doesn’t exist.`,
  unreadable: (path: string, detail: string) => `Causeway can’t read the key file ${path} (${detail}).`,
  tooOpen: (path: string) => `${path} is readable by other users, so it wasn’t used. Run: chmod 600 ${path}`,
  publicOnly: (path: string) => `${path} is a public key, and the SSH agent doesn’t have its private key.`,
  unknownFormat: (path: string) => `${path} isn’t a private key that Causeway can read.`,
  unusable: (path: string, detail: string) => `Causeway can’t use the key file ${path} (${detail}).`,
  mismatch: (path: string) => `${path} and ${path}.pub don’t belong together, so Causeway uses the private key only.`,
  skipped: (path: string, isWrong: boolean) => `The key file ${path} was skipped (${isWrong ? 'wrong passphrase' : 'no passphrase'}).`,
  wrongPassphrases: (path: string, count: number) => `The key file ${path} was skipped after ${count} wrong passphrases.`,
  agentUnavailable: (socket: string, detail: string) => `The SSH agent at ${socket} can’t list its keys (${detail}).`,
  notSaved: (scope: string, message: string) => `The secret for ${scope} was used but not saved. ${message}`,
  systemSshSays: (line: string) => `System SSH reports: “${line}”.`,
  agentKey: (comment: string) => `SSH agent key ${comment}`,
  isCertificate: (what: string) => `${what} is a certificate`,
  isCertificateOfType: (what: string, type: string) => `${what} is a certificate (${type})`,
  isOnSecurityKey: (what: string, type: string) => `${what} is on a security key (${type})`,
  isOfType: (what: string, type: string) => `${what} is of type ${type}`,
  isEncryptedWith: (path: string, cipher: string) => `${path} is encrypted with ${cipher}`,
  needsSystemSsh: (what: string) => `${what}, which only system SSH can use.`,
  acceptsKerberos: (hop: string) => `${hop} accepts Kerberos (GSSAPI), which only system SSH supports.`,
  certificateNeedsSystemSsh: (what: string) => `${what}, which only system SSH can use, so the key is tried without it.`,
} as const;

/** Why a key file can't be used, as part of a sentence. */
export const keyProblems = {
  notAFile: 'it isn’t a key file',
  noPrivateKey: 'it has no private key that Causeway can use',
  unknownCipher: (cipher: string) => `it’s encrypted with ${cipher}, which Causeway doesn’t support`,
  unknownEncryption: (detail: string) => `Causeway doesn’t support its encryption: ${detail}`,
  passphraseNotProcessed: 'its passphrase couldn’t be processed',
  unknownType: (type: string) => `Causeway doesn’t support keys of type ${type}`,
  damaged: 'it’s damaged',
} as const;

/** The names of sign-in methods. */
export const identityLabels = {
  agentKey: (name: string) => `SSH agent key ${name}`,
  keyFile: (path: string) => `key file ${path}`,
  password: (attempt: number) => (attempt === 1 ? 'password' : `password, attempt ${attempt}`),
  questions: (attempt: number) => (attempt === 1 ? 'the server’s questions' : `the server’s questions, attempt ${attempt}`),
  answers: 'your answers',
  systemSsh: 'system SSH',
} as const;

/** Sentences about the ssh config. */
export const configText = {
  unreadableFile: (file: string, detail: string) => `${file} is ignored because Causeway can’t read it (${detail}).`,
  invalidValue: (hop: string, keyword: string, value: string) => `${hop}: ${keyword} ${value} is ignored because it isn’t valid.`,
  notExpanded: (hop: string, keyword: string, value: string, reason: string) => `${hop}: ${keyword} ${value} is ignored (${reason}).`,
  ignoredWithoutSsh: (hop: string, keywords: readonly string[]) =>
    `${hop}: ${keywords.join(', ')} in your SSH config is ignored because this computer has no ssh program.`,
  commandTooLong: 'a command of Match exec took longer than 5 seconds',
  unsupported: (hop: string, keyword: string, value: string, because: string) => `${hop}: ${keyword} ${value} isn’t supported. ${because}`,
} as const;

/** Why a value of the ssh config can't be expanded, as part of a sentence. */
export const expansionProblems = {
  lonePercent: 'it ends in a single %',
  unknownToken: (token: string) => `the token %${token} isn’t supported`,
  openBrace: 'a ${ isn’t closed',
  noVariable: (name: string) => `${name} isn’t set in the environment`,
  otherHome: (user: string) => `Causeway doesn’t look up the home folder of ${user}`,
} as const;

/** Why options of the ssh config aren't supported. */
export const unsupportedOptionText = {
  command: 'Causeway doesn’t run commands to connect, so it connects without it.',
  smartCard: 'Causeway uses smart cards through an SSH agent only.',
  revokedKeys: 'Causeway rejects only keys marked @revoked in known_hosts files.',
  localAddress: 'The system chooses the source address.',
  useSystemSsh: 'To use it, choose system SSH for the tunnel in the profile.',
  notOnWindows: 'Only system SSH supports it, which Causeway can’t use on Windows.',
} as const;

/** Sentences about known host keys. */
export const hostKeyText = {
  location: (file: string, line: number) => `${file} line ${line}`,
  notSaved: (hop: string, message: string) => `the host key of ${hop} is trusted until you quit (${message})`,
} as const;

/** Why an SSH connection was lost, as part of a sentence. */
export const lossDetails = {
  hungUp: 'the server closed the connection',
  cut: 'the connection was interrupted',
  closed: 'the tunnel was closed',
  systemSshEnded: 'system SSH ended',
  systemSshGone: (detail: string) => `system SSH ended: ${detail}`,
  silentExit: 'ssh ended without an error message',
} as const;

/** Why only system SSH may reach a server. */
export const reachText = {
  needsCommand: (hop: string) => `Your SSH config connects to ${hop} with a command, which only system SSH runs.`,
} as const;

/** What happened to the tunnel, for its history. */
export const activityText = {
  connectingTo: (hop: string) => `connecting to ${hop}`,
  trying: (identity: string, hop: string) => `trying ${identity} on ${hop}`,
  needsAnswer: (hop: string) => `${hop} needs an answer`,
  answered: 'question answered',
  signedIn: 'signed in',
  alive: 'the instance responded',
  retrying: 'retrying',
  unused: 'not used for a while',
  requestWaiting: 'a request is waiting',
  requestNeedsTunnel: 'a request needs the tunnel',
  connectingAgain: (cause: string) => `${cause}, connecting again`,
  turnedOn: 'started',
  turnedOff: 'stopped',
  reconnectRequested: 'reconnect requested',
  quit: 'Causeway quit',
} as const;
