import { randomUUID } from 'node:crypto';
import type { CheckRoute, ConnectionCheck, CheckStep, CheckStepName } from '../../contract/connection-check.ts';
import { type Failure, type Result, ok } from '../../contract/failure.ts';
import { fail, failure as failureOf } from '../../contract/failures/fail.ts';
import { remedyActionFor, remedyByFailure, checkSteps } from '../../contract/failure-remedies.ts';
import type { Mode } from '../../contract/profile.ts';
import type { Clock } from '../shared/clock.ts';
import type { CatalogEntry, Model } from '../../contract/catalog.ts';
import { type LlmClient, tokenMissing } from '../llm-client/llm-client.ts';
import type { DialTarget } from '../shared/dial.ts';
import { type NamedHop, sshFailure } from '../tunnel/tunnel.ts';
import { type Upstream, networkFailure } from '../upstream/upstream.ts';
import { lookup } from 'node:dns/promises';
import net from 'node:net';
import { findings } from './text.ts';

interface ConnectionCheckOptions {
  readonly mode: Mode;
  readonly target: CheckTarget;
  /** Monotonic clock, for durations. */
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called when a step changes. */
  readonly onChange: (check: ConnectionCheck) => void;
}

/** Runs the steps in order and stops at the first failure. Never rejects. */
export async function runConnectionCheck({ mode, target, clock, signal, onChange }: ConnectionCheckOptions): Promise<ConnectionCheck> {
  const id = randomUUID();
  const runners = createSteps(mode, target);
  const route: CheckRoute = mode === 'proxy' ? 'proxy' : target.tunnel ? 'tunnel' : 'straight';
  const names: readonly CheckStepName[] = checkSteps[route];
  let steps: readonly CheckStep[] = names.map((name) => ({
    name,
    state: 'waiting',
    ms: null,
    finding: '',
    failure: null,
    action: null,
  }));

  const snapshot = (isRunning: boolean): ConnectionCheck => ({ id, profileName: target.profileName, mode, route, isRunning, steps });
  const set = (name: CheckStepName, change: Partial<CheckStep>): void => {
    steps = steps.map((step) => (step.name === name ? { ...step, ...change } : step));
  };
  const notify = (): void => onChange(snapshot(true));

  for (const name of names) {
    set(name, { state: 'running' });
    notify();
    const startedAt = clock.now();
    const result = await runners[name](signal).catch((error: unknown) => fail('check-bug', { detail: String(error) }));
    const ms = clock.now() - startedAt;
    if (result.ok) {
      set(name, { state: 'good', ms, finding: result.value });
      continue;
    }
    // A cancelled step may look like a failed one.
    const failure = signal.aborted ? failureOf('check-stopped') : result.failure;
    steps = assignFailure(steps, { route, reportedBy: name, failure, ms });
    break;
  }
  const finished = snapshot(false);
  onChange(finished);
  return finished;
}

interface StepFailure {
  readonly route: CheckRoute;
  /** The step that reported it. */
  readonly reportedBy: CheckStepName;
  readonly failure: Failure;
  readonly ms: number;
}

/** Marks the step that a failure belongs to. It may be a later one than the step that reported it: sign-in fails while SSH connects. */
function assignFailure(steps: readonly CheckStep[], { route, reportedBy, failure, ms }: StepFailure): readonly CheckStep[] {
  const order = steps.map(({ name }) => name);
  const ownStep = remedyByFailure[failure.code].step[route];
  const cause = order.includes(ownStep) && coveredSteps[reportedBy]?.includes(ownStep) === true ? ownStep : reportedBy;
  const at = order.indexOf(cause);
  const action = remedyActionFor(failure, { route, step: cause });
  return steps.map((each, index) => {
    if (each.name === cause) return { ...each, state: 'bad', ms, finding: '', failure, action };
    if (index < at && (each.state === 'running' || each.state === 'waiting')) return { ...each, state: 'good', ms: null, finding: '' };
    if (index > at) return { ...each, state: 'waiting', ms: null, finding: '' };
    return each;
  });
}

/** Steps whose failures another step may report, because one operation can cover several steps. */
const coveredSteps: Readonly<Partial<Record<CheckStepName, readonly CheckStepName[]>>> = {
  ssh: ['host-key', 'identity'],
  forwarding: ['ssh', 'host-key', 'identity'],
  tls: ['tls-name'],
  completion: ['token'],
};

/** The tunnel, if direct mode needs one. */
export interface TunnelProbe {
  /** The user's name for the instance. */
  readonly instance: string;
  /** The first jump host, or the instance itself. Fails if the ssh config can't be read. */
  readonly firstHop: Result<NamedHop>;
  /** True if the system's ssh connects to the first hop with a command. The host's name and address then mean nothing on this computer. */
  readonly isReachedByCommand: boolean;
  /** Opens a bare connection to the first hop. */
  readonly probeFirstHop: (signal: AbortSignal) => Promise<Result<undefined>>;
  /** Connects, asking the user if needed, and waits a bounded time. */
  readonly connect: (signal: AbortSignal) => Promise<Result<undefined>>;
}

/** The connection to check. */
export interface CheckTarget {
  readonly profileName: string;
  readonly service: DialTarget;
  readonly catalog: readonly CatalogEntry[];
  readonly models: readonly Model[];
  readonly client: Pick<LlmClient, 'chat' | 'complete' | 'refreshCatalog'>;
  readonly upstreams: Readonly<Record<Mode, Upstream>>;
  readonly token: (signal: AbortSignal) => Promise<Result<string | null>>;
  /** Null if direct mode doesn't use the tunnel. */
  readonly tunnel: TunnelProbe | null;
}

/** Runs one step and returns its finding as a sentence. */
type CheckStepRunner = (signal: AbortSignal) => Promise<Result<string>>;

/** Returns a runner for each step. Connecting by SSH and by TLS are one operation each, shown as several steps. */
function createSteps(mode: Mode, target: CheckTarget): Readonly<Record<CheckStepName, CheckStepRunner>> {
  const { service } = target;
  const upstream = target.upstreams[mode];
  const tunnel = mode === 'direct' ? target.tunnel : null;
  const instance = tunnel?.instance ?? '';
  const firstHop = tunnel?.firstHop.ok ? tunnel.firstHop.value.name : instance;
  /** A new profile has no models before the engines have listed theirs. */
  let { models } = target;
  const onListed = (listed: typeof models): void => void (models = listed);

  return {
    name: async (signal) => {
      if (tunnel) return resolveFirstHop(tunnel);
      const resolved = await resolveName(service.host, (error) => networkFailure(error, service.host));
      if (resolved.ok || mode === 'direct') return resolved; // direct mode uses no HTTP proxy
      return (await isResolvedByHttpProxy(upstream, signal)) ? ok(findings.httpProxy(service.host)) : resolved;
    },
    reach: async (signal) => withMessage(await upstream.probe('dialled', signal), findings.accepts(service.host)),
    instance: async (signal) =>
      tunnel?.isReachedByCommand === true
        ? ok(findings.command(firstHop))
        : withMessage((await tunnel?.probeFirstHop(signal)) ?? ok(undefined), findings.accepts(firstHop)),
    ssh: async (signal) => withMessage((await tunnel?.connect(signal)) ?? ok(undefined), findings.ssh(instance)),
    'host-key': async () => ok(findings.hostKey),
    identity: async () => ok(findings.signedIn),
    forwarding: async (signal) => withMessage(await upstream.probe('dialled', signal), findings.forwards),
    tls: async (signal) => withMessage(await upstream.probe('secured', signal), findings.encrypted),
    'tls-name': async () => ok(findings.certificateName(service.host)),
    models: (signal) => listModels(target, onListed, signal),
    token: (signal) => readToken(target, signal),
    completion: (signal) => requestOneToken(mode, { ...target, models }, signal),
  };
}

async function resolveFirstHop({ firstHop, isReachedByCommand }: TunnelProbe): Promise<Result<string>> {
  if (!firstHop.ok) return firstHop;
  const hop = firstHop.value;
  return isReachedByCommand ? ok(findings.commandWithoutLookup(hop.name)) : resolveName(hop.host, (error) => sshFailure(error, hop));
}

async function resolveName(host: string, toFailure: (error: unknown) => Failure): Promise<Result<string>> {
  if (net.isIP(host) !== 0) return ok(findings.isAddress(host));
  try {
    const addresses = await lookup(host, { all: true });
    return ok(
      findings.resolved(
        host,
        addresses.map(({ address }) => address),
      ),
    );
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}

/**
 * Returns whether the environment's HTTP proxy looks up a host that this computer can't. Connects to find out, because only the
 * upstream knows which HTTP proxy applies. If the HTTP proxy itself fails, the next step reports it.
 */
async function isResolvedByHttpProxy(upstream: Upstream, signal: AbortSignal): Promise<boolean> {
  const dialled = await upstream.probe('dialled', signal);
  return dialled.ok || dialled.failure.code === 'http-proxy';
}

async function listModels(
  { client, catalog, models }: CheckTarget,
  onListed: (models: CheckTarget['models']) => void,
  signal: AbortSignal,
): Promise<Result<string>> {
  if (catalog.length === 0) return fail('no-engine-paths');
  const { outcomes, models: listed } = await client.refreshCatalog(catalog, models, { modes: ['direct'], signal });
  onListed(listed);
  const answered = outcomes.filter(({ result }) => result.kind === 'listed');
  for (const { result } of outcomes) if (answered.length === 0 && result.kind === 'failed') return { ok: false, failure: result.failure };
  const unlisted = outcomes.filter(({ result }) => result.kind !== 'listed').map(({ segment }) => segment ?? findings.proxy);
  return ok(
    unlisted.length === 0
      ? answered.length === 1
        ? findings.oneEngine
        : findings.allEngines(answered.length)
      : findings.someEngines(answered.length, outcomes.length, unlisted),
  );
}

async function readToken({ token }: CheckTarget, signal: AbortSignal): Promise<Result<string>> {
  const read = await token(signal);
  if (!read.ok) return read;
  return read.value === null || read.value.trim() === '' ? { ok: false, failure: tokenMissing } : ok(findings.token);
}

async function requestOneToken(mode: Mode, { client, models }: CheckTarget, signal: AbortSignal): Promise<Result<string>> {
  const model = models.find(({ presence, capabilities, segment }) => {
    return capabilities.chat && presence[mode] !== 'gone' && (mode === 'proxy' || segment !== null);
  });
  if (!model) return fail('no-model-to-test');
  const request = { model, messages: [{ role: 'user', text: 'Say yes.' }], parameters: { maxTokens: 1 } } as const;
  const { answer, failure } = await client.chat(request, { mode, signal }, () => undefined);
  return failure ? { ok: false, failure } : ok(findings.answered(model.id, Math.round(answer.timings.totalMs)));
}

function withMessage(result: Result<undefined>, message: string): Result<string> {
  return result.ok ? ok(message) : result;
}

const probeTimeoutMs = 10_000;

/** Opens a bare connection to an SSH server and closes it. */
export function probeServer(hop: NamedHop, signal: AbortSignal): Promise<Result<undefined>> {
  return new Promise((resolve) => {
    const limit = AbortSignal.timeout(probeTimeoutMs);
    const socket = net.connect({ host: hop.host, port: hop.port, signal: AbortSignal.any([signal, limit]) });
    socket.once('connect', () => {
      socket.destroy();
      resolve(ok(undefined));
    });
    socket.on('error', (error) => {
      const cause = limit.aborted ? Object.assign(new Error('too late', { cause: error }), { code: 'ETIMEDOUT' }) : error;
      resolve({ ok: false, failure: sshFailure(cause, hop) });
    });
  });
}
