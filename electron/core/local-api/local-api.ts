import { existsSync } from 'node:fs';
import {
  localApiSettingsSchema,
  type LocalApiStatus,
  type LocalApiRequest,
  type LocalApiSettingsChange,
  type LocalApiState,
} from '../../contract/local-api.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { LocalApiSurface } from './local-api-error.ts';
import type { Clock } from '../shared/clock.ts';
import type { DialTarget } from '../shared/dial.ts';
import { batchLookups, findSocketOwners } from '../shared/socket-owner.ts';
import type { Redactor } from '../shared/redactor.ts';
import { windowKeyHint } from './api-errors.ts';
import { createAuthorizer, type IdentifyCaller } from './access/authorize.ts';
import { defaultLimits, type LocalApiLimits, createMemoryBudget, createRequestSlots } from './limits.ts';
import { forwardUnavailable, openForwardPort } from './port/forward-port.ts';
import type { ActiveService } from '../llm-client/llm-client.ts';
import type { GetActiveService, RequestContext } from './request-context.ts';
import { exportRequests, type RequestsFormat } from './inspector/export-requests.ts';
import { createInspector } from './inspector/inspector.ts';
import { createKeyRing, openLocalApiStore, takeLeftKeys } from './local-keys.ts';
import { openLocalApiPort } from './port/local-api-port.ts';
import { createNativeDialects } from './translation/native-dialects.ts';
import { createDiscoveredModels } from './list-models.ts';
import { serveConnect } from './serve-connect.ts';
import { serve } from './serve.ts';
import { snippetsFor, type SnippetFacts } from './snippets.ts';

export type { GetActiveService } from './request-context.ts';
export type { LocalApiLimits } from './limits.ts';
export { servedModels } from './list-models.ts';
export { readLocalApiPorts, replaceLocalKey, revokeLocalKey } from './local-keys.ts';

export interface LocalApiOptions {
  /** The folder of `local-api.json`. */
  readonly folder: string;
  /** Called for each request. */
  readonly getService: GetActiveService;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly version: string;
  readonly onChange: (status: LocalApiStatus) => void;
  readonly onRequests: (requests: readonly LocalApiRequest[]) => void;
  readonly onBug: (error: unknown) => void;
  readonly limits?: Partial<LocalApiLimits>;
  /** Defaults to the system's socket table, if there is one. */
  readonly identifyCaller?: IdentifyCaller;
  /** Sentence prefix that tells a rejected caller how to create a local key. Defaults to the window's wording. */
  readonly keyHint?: string | undefined;
  /** Which text callers get. Defaults to `api`, for a program with a window. */
  readonly surface?: LocalApiSurface | undefined;
}

/** The local server that gives programs on this computer access to the service. */
export type LocalApi = Awaited<ReturnType<typeof createLocalApi>>;

/** Creates the local API. It listens after the first `syncListener`. */
export async function createLocalApi(options: LocalApiOptions) {
  const { folder, getService, clock, redactor, version, onBug } = options;
  const limits: LocalApiLimits = { ...defaultLimits, ...options.limits };
  const store = await openLocalApiStore(folder);
  await takeLeftKeys(folder, store);
  const settings = () => store.read().settings;
  const canTellUser = options.identifyCaller !== undefined || (process.platform === 'linux' && existsSync('/proc/net/tcp'));
  let snippetInput: ReturnType<typeof snippetFacts> | undefined;
  let profileId = '';
  let recordingTimer: NodeJS.Timeout | undefined;
  const notify = (): void => options.onChange(read());

  const keys = createKeyRing(folder, store, clock, notify);
  const inspector = createInspector({ clock, steadyClock: { now: () => performance.now() }, redactor, onRequests: options.onRequests });
  const identifyCaller = options.identifyCaller ?? batchLookups(findSocketOwners);
  const authorizer = createAuthorizer({ keys, settings, identifyCaller, keyHint: options.keyHint ?? windowKeyHint });
  const slots = createRequestSlots(limits);
  const bodyMemory = createMemoryBudget(limits.bufferedBytes);
  const discovered = createDiscoveredModels();
  const nativeDialects = createNativeDialects(notify);

  const contextFor = (listenTarget: RequestContext['listenTarget']): RequestContext => ({
    listenTarget,
    settings,
    getService,
    authorizer,
    slots,
    inspector,
    limits,
    bodyMemory,
    discovered,
    nativeDialects,
    onBug,
    surface: options.surface ?? 'api',
    version,
  });
  const plainForward = openForwardPort({ getService, authorize: authorizer.authorizeRaw });
  const port = openLocalApiPort({
    isOn: settings().isOn,
    limits,
    onChange: notify,
    onRequest: (listenTarget, request, response, awaitsContinue) => void serve(contextFor(listenTarget), request, response, awaitsContinue),
    onConnect: (listenTarget, request, socket, head) => void serveConnect(contextFor(listenTarget), request, socket, head),
    isProven: authorizer.isProven,
  });

  const read = (): LocalApiStatus => {
    const state: LocalApiState = port.state();
    return {
      state,
      settings: settings(),
      keys: keys.list(),
      snippets:
        snippetInput && state.kind === 'listening'
          ? snippetsFor({ ...snippetInput, port: state.port, keyOnDirect: settings().keyOnDirect, canTellUser, platform: process.platform })
          : [],
      dialects: nativeDialects.known(profileId).map(({ segment, from, isNative }) => ({ segment, from, isNative })),
      recordsBodiesUntil: inspector.recordsBodiesUntil(),
      canTellUser,
      plainForwardFailure: plainForward.failure() ?? forwardUnavailable(settings(), canTellUser),
    };
  };

  const syncListener = async (isDemo?: boolean): Promise<void> => {
    try {
      const service = settings().isOn && isDemo === undefined ? await getService() : undefined;
      const before = JSON.stringify([snippetInput, plainForward.failure()]);
      if (service?.ok) {
        snippetInput = snippetFacts(service.value);
        profileId = service.value.profile.id;
      }
      await port.sync(settings(), service?.ok ? service.value.profile.isDemo : isDemo);
      await plainForward.sync(settings().isOn ? settings().plainForwardPort : null);
      if (JSON.stringify([snippetInput, plainForward.failure()]) !== before) notify(); // snippets depend on it
    } catch (error) {
      onBug(error);
    }
  };

  return {
    /** The problem with its file, if there was one. */
    problem: store.problem,
    read,
    change: async (change: LocalApiSettingsChange): Promise<Result<LocalApiStatus>> => {
      const next = localApiSettingsSchema.parse({ ...settings(), ...withoutUndefined(change) });
      if (next.port === next.demoPort) return fail('local-api-ports-equal');
      const written = store.change((stored) => ({ ...stored, settings: next }));
      await syncListener();
      notify();
      const saved = await written;
      return saved.ok ? ok(read()) : saved;
    },
    createKey: keys.create,
    revokeKey: keys.revoke,
    requests: inspector.list,
    /** Records bodies for this many minutes. 0 stops recording and discards recorded bodies. */
    recordBodies: (minutes: number): void => {
      clearTimeout(recordingTimer);
      inspector.recordBodies(minutes === 0 ? null : clock.now() + minutes * 60_000);
      if (minutes > 0) recordingTimer = setTimeout(notify, minutes * 60_000 + 100).unref(); // recording has ended by now
      notify();
    },
    exportRequests: (format: RequestsFormat): string =>
      exportRequests(inspector.list(), format, { origin: `http://127.0.0.1:${port.number() ?? settings().port}`, version }),
    /** Null if it isn't listening. */
    port: port.number,
    /** Returns true for the local API's own address, which prevents our requests from looping. */
    isOwnAddress: (target: DialTarget): boolean => target.port === port.number() && isLoopback(target.host),
    /**
     * Listens on the port that the active profile and the settings ask for. Call it at start and when the profile or mode changes. Pass
     * `isDemo` if it is known, because the connection is started otherwise.
     */
    syncListener,
    /** Waits up to `graceMs` for running requests to end. */
    close: async (graceMs = 0): Promise<void> => {
      await Promise.all([port.close(graceMs), plainForward.sync(null)]);
      clearTimeout(recordingTimer);
      inspector.close();
      await keys.saveLastUses();
      await store.settled();
    },
  };
}

function snippetFacts({ mode, models, addresses }: ActiveService): Pick<SnippetFacts, 'mode' | 'model' | 'segment' | 'baseUrl'> {
  const first = models.find((model) => model.presence[mode] !== 'gone' && (mode === 'proxy' || model.segment !== null)) ?? models[0];
  return { mode, model: first?.id ?? 'MODEL', segment: first?.segment ?? null, baseUrl: addresses.baseUrl };
}

function withoutUndefined(change: LocalApiSettingsChange): object {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
