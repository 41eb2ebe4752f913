/** What is known of how the user got here. */
export interface LoginFacts {
  readonly user: string;
  readonly hostName: string;
  /** The client's address and port and the server's, as sshd sets it. */
  readonly sshConnection: string | undefined;
}

/** The command that brings ports of this computer to the user's own. */
export function sshForwardCommand(ports: readonly number[], { user, hostName, sshConnection }: LoginFacts): string {
  const [, , address, port] = sshConnection?.split(' ') ?? [];
  // who logged in from this very computer would forward to themselves
  const isRemote = address !== undefined && !/^(127\.|::1$)/.test(address);
  const portFlag = isRemote && port !== undefined && port !== '22' ? ` -p ${port}` : '';
  const forwards = ports.map((each) => `-L ${each}:127.0.0.1:${each}`).join(' ');
  return `ssh -N ${forwards}${portFlag} ${user}@${isRemote ? address : hostName}`;
}
