import net from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import type { Failure } from '../../../contract/failure.ts';
import type { Dial, DialTarget } from '../../support/dial.ts';
import { carriedFailure, FailureError } from '../../support/failure-error.ts';
import { fetchStatus } from './fetch-status.ts';

/** The steps, in their order. */
export const healthSteps = ['instance', 'ssh', 'forwarding', 'tls', 'models'] as const;

export type HealthStep = (typeof healthSteps)[number];

/** How one step went; those after a failed one are not tried. */
export type HealthReport =
  | { readonly step: HealthStep; readonly outcome: 'good'; readonly ms: number }
  | { readonly step: HealthStep; readonly outcome: 'bad'; readonly ms: number; readonly failure: Failure }
  | { readonly step: HealthStep; readonly outcome: 'not-tried' };

export interface HealthOptions {
  /** The first server on the road. */
  readonly instance: DialTarget;
  /** Brings the SSH session up. */
  readonly ready: (signal: AbortSignal) => Promise<unknown>;
  readonly dial: Dial;
  readonly target: DialTarget;
  /** The name the service's certificate must be for. */
  readonly serverName: string;
  readonly trust: tls.SecureContext;
  /** Where a model list is, such as `/segment/v1/models`. */
  readonly modelsPath: string;
  /** Puts into words what sockets and TLS throw; the upstream's own. */
  readonly explain: (error: unknown, host: string) => Failure;
  readonly signal: AbortSignal;
  /** Hears of each step as it is done. */
  readonly onStep?: (report: HealthReport) => void;
}

/** Looks at the way to the service step by step, each timed. Never rejects. */
export async function checkHealth(options: HealthOptions): Promise<readonly HealthReport[]> {
  const { target, dial, serverName, trust, signal } = options;
  const opened: Duplex[] = [];
  const keep = <T extends Duplex>(stream: T): T => {
    stream.on('error', () => undefined); // each step hears for itself
    opened.push(stream);
    return stream;
  };
  let channel: Duplex | undefined;
  let secured: tls.TLSSocket | undefined;
  const work: Readonly<Record<HealthStep, () => Promise<unknown>>> = {
    instance: async () => keep(await reach(options.instance, signal)).destroy(),
    ssh: () => options.ready(signal),
    forwarding: async () => (channel = keep(await dial(target, signal))),
    tls: async () => (secured = keep(await secure(there(channel), serverName, trust, signal))),
    models: () => listModels(there(secured), options),
  };

  const reports: HealthReport[] = [];
  try {
    for (const step of healthSteps) {
      const isLost = reports.some(({ outcome }) => outcome !== 'good');
      const report: HealthReport = isLost ? { step, outcome: 'not-tried' } : await timed(step, work[step], options);
      reports.push(report);
      options.onStep?.(report);
    }
  } finally {
    for (const stream of opened.toReversed()) stream.destroy();
  }
  return reports;
}

async function timed(
  step: HealthStep,
  work: () => Promise<unknown>,
  { explain, serverName, instance }: HealthOptions,
): Promise<HealthReport> {
  const from = performance.now();
  try {
    await work();
    return { step, outcome: 'good', ms: performance.now() - from };
  } catch (error) {
    const host = step === 'instance' || step === 'ssh' ? instance.host : serverName;
    return { step, outcome: 'bad', ms: performance.now() - from, failure: carriedFailure(error) ?? explain(error, host) };
  }
}

function reach({ host, port }: DialTarget, signal: AbortSignal): Promise<net.Socket> {
  return settled(net.connect({ host, port }), 'connect', signal);
}

function secure(channel: Duplex, serverName: string, trust: tls.SecureContext, signal: AbortSignal): Promise<tls.TLSSocket> {
  const name = net.isIP(serverName) === 0 ? { servername: serverName } : {};
  return settled(
    tls.connect({
      socket: channel,
      host: serverName,
      ...name,
      secureContext: trust,
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    }),
    'secureConnect',
    signal,
  );
}

async function listModels(secured: tls.TLSSocket, { serverName, modelsPath, signal }: HealthOptions): Promise<void> {
  const status = await fetchStatus(secured, serverName, modelsPath, signal);
  if (status === 200) return;
  throw new FailureError(
    status === 401
      ? {
          code: 'network-not-permitted',
          message: `${serverName} does not take callers from the instance's network.`,
          remedy: 'Use an instance inside the research cloud.',
        }
      : { code: 'service-error', message: `${serverName} answered ${status} to the request for its models.`, remedy: 'Try again later.' },
  );
}

/** Waits for an event of a socket; its end, an error or an abort destroy it and reject. */
function settled<T extends Duplex>(socket: T, event: string, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const finish = (error?: unknown): void => {
      signal.removeEventListener('abort', onAbort);
      socket.off('close', onClose);
      if (error === undefined) return resolve(socket);
      socket.destroy();
      reject(error);
    };
    const onAbort = (): void => finish(signal.reason ?? new Error('aborted'));
    const onClose = (): void => finish(Object.assign(new Error('closed too early'), { code: 'ECONNRESET' }));
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('error', finish);
    socket.once('close', onClose);
    socket.once(event, () => finish());
    if (signal.aborted) onAbort();
  });
}

/** The steps run in order, so what an earlier one made is there. */
function there<T>(made: T | undefined): T {
  if (made === undefined) throw new TypeError('a step ran before its time');
  return made;
}
