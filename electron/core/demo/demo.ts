import { randomBytes, randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { demoProfile } from '../../contract/demo-profile.ts';
import { systemClock } from '../shared/clock.ts';
import { createDisposer } from '../shared/disposer.ts';
import { writeAtomically } from '../shared/atomic-file.ts';
import { createAuthority, type Authority, type Credential } from './certificates/authority.ts';
import { demoCorpus, createLanguageModel } from './engines/language-model.ts';
import { createVocabulary } from './engines/model-tokens.ts';
import { startInstance, type RunningInstance } from './instance/instance.ts';
import { newKeyPair } from './instance/key-pair.ts';
import { serveExchange, type Speed } from './http/http-exchange.ts';
import type { Intercept } from './http/exchange.ts';
import { remoteEndpoint, loopback, startServiceServer } from './http/service-server.ts';

export { readSpeed } from './http/http-exchange.ts';

/** Options of the demo. All have defaults. */
export interface DemoOptions {
  /** Defaults to a free port. */
  readonly httpsPort?: number;
  readonly sshPort?: number;
  /** Defaults to the speed of the real service. */
  readonly speed?: Speed;
  /** An additional name of the inference server that the instance resolves. */
  readonly inferenceName?: string;
  /** Another loopback address (127.0.0.2) on the HTTPS port, whose callers count as inside. For tests with a real sshd. */
  readonly insideAddress?: string;
  /** A code that the instance asks for after the password in a keyboard-interactive login. */
  readonly oneTimeCode?: string;
  /** File to write the authority's certificate to, for curl's --cacert. It is removed at the end. */
  readonly caFile?: string;
  /** Called for unexpected errors. */
  readonly onError?: (error: unknown) => void;
  /** Changes what the service does. For tests. */
  readonly hooks?: DemoHooks;
}

/** Changes of the service, by which tests simulate other services and failures. */
interface DemoHooks {
  readonly intercept?: Intercept;
  /** Called for each TLS connection. Returns other credentials for it and later ones. */
  readonly nextCredential?: (authority: Authority) => Credential | undefined;
  /** Called for each SSH connection. Returns another host key for it. */
  readonly nextHostKey?: () => string | undefined;
  /** Called for each SSH login. */
  readonly allowsForwarding?: () => boolean;
}

/** A running demo of the whole service. */
export type Demo = Awaited<ReturnType<typeof startDemo>>;

/** Starts the demo on loopback with new credentials: a certificate authority, the HTTPS service and the SSH instance. */
export async function startDemo(options: DemoOptions = {}) {
  const { hooks = {} } = options;
  const disposer = createDisposer(options.onError ?? (() => undefined));
  const authority = createAuthority(systemClock);
  const token = `sk-${randomBytes(16).toString('hex')}`;
  let instance: RunningInstance | undefined;
  const context = {
    token,
    languageModel: createLanguageModel(demoCorpus()),
    vocabulary: createVocabulary(),
    random: { entropy: () => randomInt(2 ** 32), newId: () => randomBytes(16).toString('hex') },
    startedAt: Math.floor(Date.now() / 1000),
    now: () => performance.timeOrigin + performance.now(),
  };
  try {
    const exchangeOptions = {
      context,
      speed: options.speed ?? 'real',
      intercept: hooks.intercept,
      isFromInstance: (request: IncomingMessage) =>
        instance?.isForward(remoteEndpoint(request)) === true ||
        (options.insideAddress !== undefined && request.socket.localAddress === options.insideAddress),
    } as const;
    const server = await startServiceServer({
      credential: authority.issue(),
      port: options.httpsPort ?? 0,
      insideAddress: options.insideAddress,
      nextCredential: hooks.nextCredential && (() => hooks.nextCredential?.(authority)),
      onRequest: (request, response) => {
        serveExchange(request, response, exchangeOptions).catch((error: unknown) => {
          response.destroy();
          options.onError?.(error);
        });
      },
      onError: options.onError ?? (() => undefined),
    });
    disposer.add(server.close);
    const client = newKeyPair();
    const login = {
      name: demoProfile.instance.login,
      password: randomBytes(12).toString('base64url'),
      publicKey: client.public,
      code: options.oneTimeCode,
    };
    const inferenceServer = options.inferenceName ?? loopback;
    const started = await startInstance({
      port: options.sshPort ?? 0,
      address: loopback,
      hostKey: newKeyPair().private,
      login,
      target: { address: loopback, port: server.port, names: ['localhost', loopback, inferenceServer.toLowerCase()] },
      nextHostKey: hooks.nextHostKey,
      allowsForwarding: hooks.allowsForwarding,
    });
    instance = started;
    disposer.add(started.stop);
    const { caFile } = options;
    if (caFile !== undefined) {
      await writeAtomically(caFile, authority.pem);
      disposer.add(() => rm(caFile, { force: true })); // its keys are gone with the process
    }

    return {
      baseUrl: `https://localhost:${server.port}`,
      /** The authority's certificate (PEM), which clients must trust for this profile only. */
      ca: authority.pem,
      /** The proxy's API token. */
      token,
      /** The SSH instance and the client's credentials. The private key is in OpenSSH's format. */
      instance: { ...started, host: loopback, login: login.name, password: login.password, privateKey: client.private },
      close: disposer.dispose,
    };
  } catch (error) {
    await disposer.dispose();
    throw error;
  }
}
