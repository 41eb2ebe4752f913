/** Returns the command that prints the fingerprint of a host key on the instance itself. */
export function fingerprintCommand(keyType: string): string {
  const algorithm = /rsa|ecdsa/.exec(keyType)?.[0] ?? 'ed25519';
  return `ssh-keygen -lf /etc/ssh/ssh_host_${algorithm}_key.pub`;
}
