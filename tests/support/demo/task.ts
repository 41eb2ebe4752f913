/** The program of `npm run demo`. Runs the demo service alone, for curl, ssh and any OpenAI client. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { shellWord } from '../../../electron/core/shared/quoting.ts';
import { startDemo, type Demo } from './demo.ts';
import { faultKinds } from './fault.ts';
import { commonFlaws, flaws } from './flaws.ts';

const help = `Usage: npm run demo -- [flags]

  --https-port PORT   port of the service (a free one)
  --ssh-port PORT     port of the SSH instance (a free one)
  --unlimited         answer as fast as possible, not at the speed of the real service
  --ca-file FILE      where to write the certificate authority (a temporary file)
  --key-file FILE     write the login's private key there, for ssh -i; removed at the end
  --fault FAULT       let something go wrong; may be repeated. NAME[,field=value…], such as
                      status,status=503,mode=direct,count=once   stall,after=5   expired-certificate
  --json              print one line of JSON instead of text
  --help              this

Fields of every fault: mode (proxy, direct), segment, endpoint (chat, completion, models), count (once, always, a number).
Faults: ${faultKinds.join(', ')}.
`;

const { values } = readFlags();
if (values.help === true) {
  process.stdout.write(help);
} else {
  await run();
}

async function run(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'causeway-demo-'));
  const caFile = path.resolve(values['ca-file'] ?? path.join(folder, 'ca.pem'));
  let demo: Demo;
  try {
    demo = await startDemo({
      httpsPort: parsePort('https-port'),
      sshPort: parsePort('ssh-port'),
      speed: values.unlimited === true ? 'unlimited' : 'real',
      caFile,
      faults: values.fault ?? [],
      onError: (error) => console.error(error),
    });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    fail(describeError(error));
  }
  if (values.flawed === true) {
    for (const name of commonFlaws) flaws[name](demo);
    demo.setBehaviour({ isInsideNetwork: true });
  }
  const keyFile = values['key-file'];
  try {
    if (keyFile !== undefined) await writeFile(keyFile, demo.instance.privateKey, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    await demo.close();
    await rm(folder, { recursive: true, force: true });
    fail(describeError(error));
  }

  let isClosing = false;
  const close = async (): Promise<void> => {
    if (isClosing) return;
    isClosing = true;
    await demo.close();
    if (keyFile !== undefined) await rm(keyFile, { force: true });
    await rm(folder, { recursive: true, force: true });
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void close());
  process.stdout.write(values.json === true ? `${JSON.stringify(summarize(demo, caFile))}\n` : describeDemo(demo, caFile, keyFile));
}

function readFlags() {
  try {
    return parseArgs({
      options: {
        'https-port': { type: 'string' },
        'ssh-port': { type: 'string' },
        unlimited: { type: 'boolean' },
        'ca-file': { type: 'string' },
        'key-file': { type: 'string' },
        fault: { type: 'string', multiple: true },
        flawed: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function parsePort(flag: 'https-port' | 'ssh-port'): number {
  const text = values[flag] ?? '0';
  const port = Number(text);
  return /^\d+$/.test(text) && port <= 65535 ? port : fail(`--${flag} takes a port, not “${text}”.`);
}

/** Describes an error for the user. */
function describeError(error: unknown): string {
  const { code, port, path: file, message } = error as NodeJS.ErrnoException & { readonly port?: number }; // thrown by Node or by us
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program. Name another one, or none for a free one.`;
  if (code === 'EEXIST') return `${file} is there already, and is not overwritten. Name another file.`;
  return message;
}

function fail(message: string): never {
  process.stderr.write(`${message}\nTry: npm run demo -- --help\n`);
  process.exit(2);
}

function summarize(demo: Demo, caFile: string): object {
  const { host, port, login, password } = demo.instance;
  return {
    baseUrl: demo.baseUrl,
    caFile,
    token: demo.token,
    instance: { host, port, login, password, fingerprint: demo.instance.fingerprint() },
  };
}

function describeDemo(demo: Demo, caFile: string, keyFile: string | undefined): string {
  const { instance, baseUrl, token } = demo;
  const ca = quote(caFile);
  const port = new URL(baseUrl).port;
  const local = 8443;
  const identity = keyFile === undefined ? '' : ` -i ${quote(path.resolve(keyFile))}`;
  return `Causeway demo: the whole service, on this machine. No language model is running.

  service     ${baseUrl}   (its certificate names localhost, and no address)
  authority   ${caFile}
  token       ${token}
  instance    ${instance.login}@${instance.host}, port ${instance.port}
  password    ${instance.password}
  host key    ${instance.fingerprint()}   (ED25519)

Proxy, with the token:

  curl --cacert ${ca} -H 'Authorization: bearer ${token}' -H 'Content-Type: application/json' \\
    -d '{"model":"beta-4-scout","messages":[{"role":"user","content":"What is Causeway?"}]}' \\
    ${baseUrl}/api/chat/completions

Direct, from here, is refused with 401:

  curl --cacert ${ca} ${baseUrl}/gamma-oss-120b/v1/models

Direct, through the instance (leave the first open; it asks for the password${identity === '' ? '' : ' only without the key'}):

  ssh${identity} -N -L 127.0.0.1:${local}:127.0.0.1:${port} -p ${instance.port} ${instance.login}@${instance.host}
  curl --cacert ${ca} https://localhost:${local}/gamma-oss-120b/v1/models

OpenAI clients (start Node with NODE_EXTRA_CA_CERTS=${ca}, Python with SSL_CERT_FILE=${ca}):

  OpenAI(base_url="${baseUrl}/api", api_key="${token}")
  OpenAI(base_url="https://localhost:${local}/gamma-oss-120b/v1", api_key="any")

Ctrl+C ends it, and with it the token, the keys and the authority.
`;
}

function quote(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : shellWord(text);
}
