import { randomBytes, randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { demoProfileId } from '../../contract/constants.ts';
import type { Instance, Profile } from '../../contract/profile.ts';
import type { CatalogEntry } from '../../contract/catalog.ts';
import { systemClock, type Clock } from '../shared/clock.ts';
import { createDisposer } from '../shared/disposer.ts';
import { writeAtomically } from '../shared/atomic-file.ts';
import { createAuthority, type CertificateKind } from './certificates/authority.ts';
import { serviceModels, type DemoModel } from './engines/demo-model.ts';
import { demoCorpus } from './engines/corpus.ts';
import { createLanguageModel } from './engines/language-model.ts';
import { createVocabulary } from './engines/model-tokens.ts';
import { createActiveFaults, type ActiveFaults } from './faults/active-faults.ts';
import { faultKinds, parseFault, type Fault } from './faults/fault.ts';
import { startInstance, type RunningInstance } from './instance/instance.ts';
import { newKeyPair } from './instance/key-pair.ts';
import { serveExchange } from './http/http-exchange.ts';
import { createModelRegistry, createTokenStore, defaultBehaviour, type ServiceBehaviour } from './http/demo-context.ts';
import type { Speed } from './http/pacing.ts';
import { createRequestLog, type RequestRecord } from './http/request-log.ts';
import { remoteEndpoint, loopback, startServiceServer } from './http/service-server.ts';

export { readSpeed } from './http/pacing.ts';
export type { DemoModel, Fault, RequestRecord, Speed };

/** Names of all faults, for help texts. */
export const demoFaults: readonly string[] = faultKinds;

/** Options of the demo. All have defaults. */
export interface DemoOptions {
  /** Defaults to a free port. */
  readonly httpsPort?: number;
  readonly sshPort?: number;
  /** Defaults to the speed of the real service. */
  readonly speed?: Speed;
  /** Answers that may be under way at once; more are refused. Defaults to no limit. */
  readonly capacity?: number;
  /** An additional name of the inference server that the instance resolves. */
  readonly inferenceName?: string;
  /** Another loopback address (127.0.0.2) on the HTTPS port, whose callers count as inside. For tests with a real sshd. */
  readonly insideAddress?: string;
  /** A host key in OpenSSH's format. Defaults to a new one. */
  readonly hostKey?: string;
  /** A code that the instance asks for after the password in a keyboard-interactive login. */
  readonly oneTimeCode?: string;
  /** File to write the authority's certificate to, for curl's --cacert. It is removed at the end. */
  readonly caFile?: string;
  /** Faults active from the start, also in command-line form. */
  readonly faults?: readonly (Fault | string)[];
  readonly clock?: Clock;
  /** Called for unexpected errors. */
  readonly onError?: (error: unknown) => void;
}

/** The demo's SSH instance and its credentials. */
export interface DemoInstance extends Omit<RunningInstance, 'isForward'> {
  readonly host: string;
  readonly login: string;
  readonly password: string;
  /** The client's private key in OpenSSH's format. */
  readonly privateKey: string;
}

/** A running demo of the whole service. */
export interface Demo {
  readonly baseUrl: string;
  /** The authority's certificate (PEM), which clients must trust for this profile only. */
  readonly ca: string;
  /** The proxy's first API token. */
  readonly token: string;
  readonly instance: DemoInstance;
  readonly profile: () => Profile;
  readonly createToken: () => string;
  readonly revokeToken: (token: string) => void;
  /** Enables or disables API keys as a whole. */
  readonly allowTokens: (isAllowed: boolean) => void;
  readonly addModel: (model: DemoModel) => void;
  readonly removeModel: (id: string) => void;
  /** Changes how the service behaves: reasoning style, the proxy's model list, whether this machine is inside. */
  readonly setBehaviour: (behaviour: Partial<ServiceBehaviour>) => void;
  /** Activates a fault. Returns a function that removes it, which also continues the answers that it stalls. */
  readonly fault: (fault: Fault | string) => () => void;
  readonly clearFaults: () => void;
  /** Returns the last requests, newest last. */
  readonly requests: () => readonly RequestRecord[];
  readonly onRequest: (listener: (record: RequestRecord) => void) => () => void;
  /** Returns the number of answers cancelled by their client. */
  readonly aborts: () => number;
  readonly close: () => Promise<void>;
}

/** Starts the demo on loopback with new credentials: a certificate authority, the HTTPS service and the SSH instance. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const clock = options.clock ?? systemClock;
  const disposer = createDisposer(options.onError ?? (() => undefined));
  const authority = createAuthority(clock);
  const faults = createActiveFaults();
  const models = createModelRegistry(serviceModels);
  const tokens = createTokenStore();
  const log = createRequestLog();
  let behaviour = defaultBehaviour;
  let instance: RunningInstance | undefined;
  for (const fault of options.faults ?? []) faults.add(parseFault(fault));

  const context = {
    models,
    tokens,
    faults,
    languageModel: createLanguageModel(demoCorpus()),
    vocabulary: createVocabulary(),
    random: { entropy: () => randomInt(2 ** 32), newId: () => randomBytes(16).toString('hex') },
    behaviour: () => behaviour,
    startedAt: Math.floor(clock.now() / 1000),
    now: () => performance.timeOrigin + performance.now(),
  };
  try {
    const exchangeOptions = {
      context,
      log,
      speed: options.speed ?? 'real',
      capacity: options.capacity ?? Infinity,
      underWay: new Set<IncomingMessage>(),
      isFromInstance: (request: IncomingMessage) =>
        instance?.isForward(remoteEndpoint(request)) === true ||
        (options.insideAddress !== undefined && request.socket.localAddress === options.insideAddress),
    } as const;
    const server = await startServiceServer({
      authority,
      port: options.httpsPort ?? 0,
      insideAddress: options.insideAddress,
      nextCertificate: () => nextCertificate(faults),
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
    const login = { name: 'demo', password: randomBytes(12).toString('base64url'), publicKey: client.public, code: options.oneTimeCode };
    const inferenceServer = options.inferenceName ?? loopback;
    const started = await startInstance({
      port: options.sshPort ?? 0,
      address: loopback,
      hostKey: options.hostKey ?? newKeyPair().private,
      login,
      target: { address: loopback, port: server.port, names: ['localhost', loopback, inferenceServer.toLowerCase()] },
      faults,
    });
    instance = started;
    disposer.add(started.stop);
    const { caFile } = options;
    if (caFile !== undefined) {
      await writeAtomically(caFile, authority.pem);
      disposer.add(() => rm(caFile, { force: true })); // its keys are gone with the process
    }

    const baseUrl = `https://localhost:${server.port}`;
    return {
      baseUrl,
      ca: authority.pem,
      token: tokens.create(),
      instance: { ...started, host: loopback, login: login.name, password: login.password, privateKey: client.private },
      profile: () => {
        const sshInstance = { host: loopback, port: started.port, login: login.name, alias: null, transport: 'ssh2' } as const;
        return demoProfile(baseUrl, inferenceServer, sshInstance, serviceModels);
      },
      createToken: tokens.create,
      revokeToken: tokens.revoke,
      allowTokens: tokens.allow,
      addModel: models.add,
      removeModel: models.remove,
      setBehaviour: (changed) => void (behaviour = { ...behaviour, ...changed }),
      fault: (fault) => faults.add(parseFault(fault)),
      clearFaults: faults.clear,
      requests: log.list,
      onRequest: log.listen,
      aborts: log.aborts,
      close: disposer.dispose,
    };
  } catch (error) {
    await disposer.dispose();
    throw error;
  }
}

function nextCertificate(faults: ActiveFaults): CertificateKind {
  if (faults.take('expired-certificate')) return 'expired';
  return faults.take('wrong-name-certificate') ? 'wrong-name' : 'good';
}

/** Returns the built-in profile. Its authority is passed separately, because it exists only in memory. */
export function demoProfile(baseUrl: string, inferenceServer: string, instance: Instance, models: readonly DemoModel[]): Profile {
  return {
    id: demoProfileId,
    service: { name: 'Demo', baseUrl, inferenceServer, caFile: null, catalog: buildCatalog(models) },
    instance,
    mode: 'proxy',
    directRoute: 'auto',
  };
}

function buildCatalog(models: readonly DemoModel[]): readonly CatalogEntry[] {
  return [...Map.groupBy(models, (model) => model.segment)].map(([segment, own]) => ({
    segment,
    engine: own[0]?.engine ?? 'unknown',
    models: own.map(({ id, capabilities, contextLength, fillIn }) => ({ id, capabilities, contextLength, ...(fillIn && { fillIn }) })),
  }));
}
