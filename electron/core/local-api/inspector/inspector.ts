import type { LocalApiRequest, TranslatedFrom } from '../../../contract/local-api.ts';
import type { Mode } from '../../../contract/profile.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Redactor } from '../../shared/redactor.ts';
import { createBodyRecord, type BodyRecord } from './body-record.ts';
import { createStreamMeter, type StreamMeter } from './stream-meter.ts';

/** Records one request while it is answered. */
export type RequestRecord = ReturnType<Inspector['open']>;

/** The latest requests, in memory only. */
export type Inspector = ReturnType<typeof createInspector>;

interface InspectorOptions {
  /** Wall clock. */
  readonly clock: Clock;
  /** Monotonic clock, for durations. */
  readonly steadyClock: Clock;
  readonly redactor: Redactor;
  /** Called with changed requests, at most a few times per second. */
  readonly onRequests: (requests: readonly LocalApiRequest[]) => void;
}

const maxEntries = 500;
const notifyEveryMs = 250;

/** Counters are kept beside the summary, so that a chunk costs almost nothing. */
interface Entry {
  summary: LocalApiRequest;
  bytesIn: number;
  bytesOut: number;
  firstByteMs: number | null;
  requestBody: BodyRecord | undefined;
  responseBody: BodyRecord | undefined;
  translatedRequest: BodyRecord | undefined;
  translatedResponse: BodyRecord | undefined;
  meter: StreamMeter | undefined;
}

/** Creates an empty inspector. */
export function createInspector({ clock, steadyClock, redactor, onRequests }: InspectorOptions) {
  const entries = new Map<number, Entry>();
  const changed = new Set<number>();
  let lastId = 0;
  let bodiesUntil: number | null = null;
  let timer: NodeJS.Timeout | undefined;

  const redact = (text: string): string => String(redactor.redact(text));
  /** Redacts on read, because most requests are never shown. */
  const toRequest = (
    { summary, bytesIn, bytesOut, firstByteMs, requestBody, responseBody, translatedRequest, translatedResponse }: Entry,
    hasBodies: boolean,
  ): LocalApiRequest => ({
    ...summary,
    bytesIn,
    bytesOut,
    firstByteMs,
    path: redact(summary.path).slice(0, 500),
    userAgent: redact(summary.userAgent).slice(0, 200),
    failure: summary.failure === null ? null : redact(summary.failure),
    requestBody: (hasBodies && requestBody?.read()) || null,
    responseBody: (hasBodies && responseBody?.read()) || null,
    translation: summary.translation && {
      ...summary.translation,
      requestBody: (hasBodies && translatedRequest?.read()) || null,
      responseBody: (hasBodies && translatedResponse?.read()) || null,
    },
  });
  const notify = (): void => {
    timer = undefined;
    // Bodies are sent once, at the end, because the window can't take them several times a second.
    const requests = [...changed]
      .flatMap((id) => entries.get(id) ?? [])
      .map((entry) => toRequest(entry, entry.summary.durationMs !== null));
    changed.clear();
    onRequests(requests);
  };
  const markChanged = (id: number): void => {
    changed.add(id);
    timer ??= setTimeout(notify, notifyEveryMs).unref();
  };
  /** Deletes the oldest requests whose end was reported. Listeners would take any other for active forever. */
  const deleteOldest = (): void => {
    for (const [id, { summary }] of entries) {
      if (entries.size <= maxEntries) return;
      if (summary.durationMs !== null && !changed.has(id)) entries.delete(id);
    }
  };
  const isRecording = (): boolean => bodiesUntil !== null && clock.now() < bodiesUntil;

  return {
    open: (head: InspectedHead) => {
      lastId += 1;
      const id = lastId;
      const startedAt = steadyClock.now();
      const entry: Entry = {
        summary: newRequest(id, clock.now(), head),
        bytesIn: 0,
        bytesOut: 0,
        firstByteMs: null,
        requestBody: undefined,
        responseBody: undefined,
        translatedRequest: undefined,
        translatedResponse: undefined,
        meter: undefined,
      };
      entries.set(id, entry);
      deleteOldest();
      if (isRecording() && head.method !== 'CONNECT') {
        entry.requestBody = createBodyRecord(redactor);
        entry.responseBody = createBodyRecord(redactor);
      }
      const change = (more: Partial<LocalApiRequest>): void => {
        entry.summary = { ...entry.summary, ...more };
        markChanged(id);
      };
      markChanged(id);
      return {
        setKey: (key: string | null): void => change({ key }),
        setDestination: (mode: Mode, model: string | null): void => change({ mode, model: model?.slice(0, 200) ?? null }), // a body can name anything
        addRequestBytes: (chunk: Buffer): void => {
          entry.requestBody?.add(chunk);
          entry.bytesIn += chunk.length;
        },
        /** Records that the request is answered by chat completions. `leftOut` names what these have no form for. */
        setTranslation: (from: TranslatedFrom, leftOut: readonly string[]): void => {
          change({
            translation: { from, leftOut: leftOut.map((name) => redact(name).slice(0, 200)), requestBody: null, responseBody: null },
          });
          if (!entry.requestBody) return;
          entry.translatedRequest = createBodyRecord(redactor);
          entry.translatedResponse = createBodyRecord(redactor);
        },
        addTranslatedRequest: (body: object): void => entry.translatedRequest?.add(Buffer.from(JSON.stringify(body))),
        addTranslatedResponse: (chunk: Buffer): void => entry.translatedResponse?.add(chunk),
        setStatus: (status: number, isEvents = false): void => {
          entry.meter = createStreamMeter(startedAt, isEvents);
          change({ status });
        },
        addResponseBytes: (chunk: Buffer): void => {
          const now = steadyClock.now();
          entry.responseBody?.add(chunk);
          entry.meter?.add(chunk, now);
          entry.firstByteMs ??= now - startedAt;
          entry.bytesOut += chunk.length;
          markChanged(id);
        },
        setFailure: (failure: string): void => change({ failure: entry.summary.failure ?? failure }),
        end: (): void => {
          change({ durationMs: steadyClock.now() - startedAt, tokensPerSecond: entry.meter?.tokensPerSecond() ?? null });
          entry.meter = undefined;
        },
      };
    },
    /** Newest last. */
    list: (): readonly LocalApiRequest[] => Array.from(entries.values(), (entry) => toRequest(entry, true)),
    /** Records bodies until this time. Null stops recording and discards recorded bodies. */
    recordBodies: (until: number | null): void => {
      bodiesUntil = until;
      if (until !== null) return;
      for (const entry of entries.values()) {
        entry.requestBody = entry.responseBody = entry.translatedRequest = entry.translatedResponse = undefined;
      }
    },
    recordsBodiesUntil: (): number | null => (isRecording() ? bodiesUntil : null),
    close: (): void => clearTimeout(timer),
  };
}

/** What is known of a request when it arrives. */
interface InspectedHead {
  readonly method: string;
  readonly path: string;
  readonly userAgent: string;
}

/** Returns the summary of a request that has just arrived. */
export function newRequest(id: number, at: number, { method, path, userAgent }: InspectedHead): LocalApiRequest {
  return {
    id,
    at,
    key: null,
    userAgent: userAgent.slice(0, 2000),
    method,
    path: path.slice(0, 2000),
    model: null,
    mode: null,
    status: null,
    firstByteMs: null,
    durationMs: null,
    tokensPerSecond: null,
    bytesIn: 0,
    bytesOut: 0,
    failure: null,
    requestBody: null,
    responseBody: null,
    translation: null,
  };
}
