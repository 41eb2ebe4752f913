import type { AgentRequest } from '../../../contract/agent.ts';
import type { Mode } from '../../../contract/profile.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Redactor } from '../../shared/redactor.ts';
import { createBodyRecord, type BodyRecord } from './body-record.ts';
import { createStreamMeter, type StreamMeter } from './stream-meter.ts';

/** What is written down of one request while it is answered. */
export interface Note {
  readonly cameFrom: (key: string | null) => void;
  readonly goesTo: (way: Mode, model: string | null) => void;
  /** A piece of the request's body. */
  readonly sent: (piece: Buffer) => void;
  readonly answered: (status: number, isEvents?: boolean) => void;
  /** A piece of the answer's body. */
  readonly piece: (piece: Buffer) => void;
  readonly failed: (why: string) => void;
  readonly ended: () => void;
}

/** The last requests, in memory only. */
export interface Inspector {
  readonly open: (head: RequestHead) => Note;
  /** Newest last. */
  readonly list: () => readonly AgentRequest[];
  /** Records bodies until then; null stops that and forgets those there are. */
  readonly recordBodies: (until: number | null) => void;
  readonly recordsBodiesUntil: () => number | null;
  readonly close: () => void;
}

export interface InspectorOptions {
  /** The wall's. */
  readonly clock: Clock;
  /** A steady one: it measures. */
  readonly steadyClock: Clock;
  readonly redactor: Redactor;
  /** Hears of requests that began, went on or ended, some times a second at most. */
  readonly onRequests: (requests: readonly AgentRequest[]) => void;
}

const kept = 500;
const tellEveryMs = 250;

/** What grows with every piece stands beside the rest, so that a piece costs next to nothing. */
interface Entry {
  face: AgentRequest;
  bytesIn: number;
  bytesOut: number;
  firstByteMs: number | null;
  asked: BodyRecord | undefined;
  answer: BodyRecord | undefined;
  meter: StreamMeter | undefined;
}

/** An inspector that has seen nothing. */
export function createInspector({ clock, steadyClock, redactor, onRequests }: InspectorOptions): Inspector {
  const entries = new Map<number, Entry>();
  const changed = new Set<number>();
  let lastId = 0;
  let bodiesUntil: number | null = null;
  let timer: NodeJS.Timeout | undefined;

  const redact = (text: string): string => String(redactor.redact(text));
  /** Redacted when it is looked at: most requests never are. */
  const faceOf = ({ face, bytesIn, bytesOut, firstByteMs, asked, answer }: Entry, hasBodies: boolean): AgentRequest => ({
    ...face,
    bytesIn,
    bytesOut,
    firstByteMs,
    path: redact(face.path).slice(0, 500),
    userAgent: redact(face.userAgent).slice(0, 200),
    failure: face.failure === null ? null : redact(face.failure),
    requestBody: (hasBodies && asked?.read()) || null,
    responseBody: (hasBodies && answer?.read()) || null,
  });
  const tell = (): void => {
    timer = undefined;
    // Bodies are told once, at the end: some times a second they would be more than the window can take.
    const faces = [...changed].flatMap((id) => entries.get(id) ?? []).map((entry) => faceOf(entry, entry.face.durationMs !== null));
    changed.clear();
    onRequests(faces);
  };
  const touch = (id: number): void => {
    changed.add(id);
    timer ??= setTimeout(tell, tellEveryMs).unref();
  };
  const isRecording = (): boolean => bodiesUntil !== null && clock.now() < bodiesUntil;

  return {
    open: (head) => {
      lastId += 1;
      const id = lastId;
      const begun = steadyClock.now();
      const entry: Entry = {
        face: newRequest(id, clock.now(), head),
        bytesIn: 0,
        bytesOut: 0,
        firstByteMs: null,
        asked: undefined,
        answer: undefined,
        meter: undefined,
      };
      entries.set(id, entry);
      if (entries.size > kept) entries.delete(id - kept);
      if (isRecording() && head.method !== 'CONNECT') {
        entry.asked = createBodyRecord(redactor);
        entry.answer = createBodyRecord(redactor);
      }
      const change = (more: Partial<AgentRequest>): void => {
        entry.face = { ...entry.face, ...more };
        touch(id);
      };
      touch(id);
      return {
        cameFrom: (key) => change({ key }),
        goesTo: (way, model) => change({ way, model: model?.slice(0, 200) ?? null }), // a body may say anything
        sent: (piece) => {
          entry.asked?.add(piece);
          entry.bytesIn += piece.length;
        },
        answered: (status, isEvents = false) => {
          entry.meter = createStreamMeter(begun, isEvents);
          change({ status });
        },
        piece: (piece) => {
          const now = steadyClock.now();
          entry.answer?.add(piece);
          entry.meter?.piece(piece, now);
          entry.firstByteMs ??= now - begun;
          entry.bytesOut += piece.length;
          touch(id);
        },
        failed: (failure) => change({ failure: entry.face.failure ?? failure }),
        ended: () => {
          change({ durationMs: steadyClock.now() - begun, tokensPerSecond: entry.meter?.tokensPerSecond() ?? null });
          entry.meter = undefined;
        },
      };
    },
    list: () => Array.from(entries.values(), (entry) => faceOf(entry, true)),
    recordBodies: (until) => {
      bodiesUntil = until;
      if (until !== null) return;
      for (const entry of entries.values()) entry.asked = entry.answer = undefined;
    },
    recordsBodiesUntil: () => (isRecording() ? bodiesUntil : null),
    close: () => clearTimeout(timer),
  };
}

/** What is known of a request before anything is done about it. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly userAgent: string;
}

/** A request that has just come in, as it is shown. */
export function newRequest(id: number, at: number, { method, path, userAgent }: RequestHead): AgentRequest {
  return {
    id,
    at,
    key: null,
    userAgent: userAgent.slice(0, 2000),
    method,
    path: path.slice(0, 2000),
    model: null,
    way: null,
    status: null,
    firstByteMs: null,
    durationMs: null,
    tokensPerSecond: null,
    bytesIn: 0,
    bytesOut: 0,
    failure: null,
    requestBody: null,
    responseBody: null,
  };
}
