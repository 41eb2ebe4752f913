import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createHostKeys, type Ask, type SystemSshOptions, type Tunnel } from '../../../electron/core/tunnel/tunnel.ts';
import type { Sshd } from '../../support/sshd.ts';
import { testTunnel, trusting } from './tunnel-fixture.ts';

/** The options of a test. */
export interface OpensshOptions {
  readonly program?: string;
  readonly keyFile?: string;
  readonly hostKey?: string;
  readonly knownHosts?: string;
  readonly configFiles?: readonly string[];
  readonly ask?: Ask;
  /** Multiplies the tunnel's time limits. */
  readonly patience?: number;
  readonly secrets?: NonNullable<SystemSshOptions['secrets']>;
}

/** Creates a tunnel by the system's ssh without the user's own settings, and with real host key checks. */
export async function opensshTunnel(sshd: Sshd, targetPort: number, choice: OpensshOptions = {}): Promise<Tunnel> {
  const { keyFile = sshd.keyFile, hostKey = sshd.hostKey(), configFiles = [], program, secrets, ask = trusting, patience = 1 } = choice;
  const file = path.join(sshd.folder, 'known_hosts');
  await writeFile(file, choice.knownHosts ?? `[127.0.0.1]:${sshd.port} ${hostKey}\n`);
  return testTunnel(sshd, targetPort, {
    hop: { identityFiles: [keyFile], knownHostsFiles: [file] },
    hostKeys: createHostKeys({ ownFile: path.join(sshd.folder, 'own_known_hosts') }),
    ask,
    patience,
    systemSsh: { configFiles, ...(program === undefined ? {} : { program }), ...(secrets === undefined ? {} : { secrets }) },
  });
}
