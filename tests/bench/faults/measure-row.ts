import type http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultLab } from './lab.ts';
import { connectionsTo } from './process-sockets.ts';
import type { Row } from './rows.ts';
import type { FaultWay, WayName } from './ways.ts';

/** A fault's effect on one connection. */
export interface Outcome {
  readonly way: WayName;
  readonly isOurs: boolean;
  readonly streams: number;
  /** Streams that broke, or did not end in time. */
  readonly lost: number;
  readonly requests: number;
  readonly failed: number;
  /** Time from the end of the fault to the first answered request. */
  readonly nextMs: number;
  /** Time from the end of the fault to the first resumed stream. NaN without streams. */
  readonly resumedMs: number;
  /** The maximum number of simultaneous SSH connections. */
  readonly sessions: number;
}

const leadMs = 2000;
/** The time between the faults of two programs. */
const apartMs = 5000;
const tailMs = 3000;
const everyMs = 100;
const requestEveryMs = 500;
const nextEveryMs = 100;
const longestNextMs = 60_000;
/** Time limit for running streams, in addition to the fault's duration, because TCP may retransmit that late. */
const settleMs = 15_000;

/** Runs a row for all connections side by side, idle or with streams. */
export async function measureRow(row: Row, lab: FaultLab, ways: readonly FaultWay[], streams: number): Promise<readonly Outcome[]> {
  const fault = row.fault(lab);
  if (!fault) throw new Error(`${row.name} can't be had here`);
  const faultMs = row.seconds * 1000 + (row.isOneByOne ? apartMs * (ways.length - 1) : 0);
  const lives = ways.map((way) => beginLife(way, lab, streams, faultMs));
  await pause(leadMs);
  const shared = row.isOneByOne ? undefined : fault(ways);
  await Promise.all(
    lives.map(async ({ awaitNextAnswer }, at) => {
      await (shared ?? pause(apartMs * at).then(() => fault(ways.slice(at, at + 1))));
      await awaitNextAnswer();
    }),
  );
  await pause(tailMs);
  return Promise.all(lives.map((life) => life.end()));
}

interface Life {
  /** Call it when the fault is over. */
  readonly awaitNextAnswer: () => Promise<void>;
  readonly end: () => Promise<Outcome>;
}

function beginLife(way: FaultWay, lab: FaultLab, streams: number, faultMs: number): Life {
  const pool = way.pool(Number.POSITIVE_INFINITY);
  const events = Math.ceil((leadMs + faultMs + tailMs) / everyMs);
  const followed = Array.from({ length: streams }, () => followStream(way, pool, events));
  const requests: Promise<boolean>[] = [];
  const asking = setInterval(() => streams > 0 && requests.push(isAnswered(way, pool)), requestEveryMs);
  let sessions = 0;
  let healedAt = Number.NaN;
  let nextMs = Number.NaN;
  const looking = setInterval(() => {
    if (way.isOurs) void way.pids().then(async (pids) => (sessions = Math.max(sessions, await connectionsTo(lab.sshPort, pids))));
  }, requestEveryMs);

  return {
    awaitNextAnswer: async () => {
      healedAt = performance.now();
      const answered = Promise.withResolvers<void>();
      const asking = setInterval(() => void isAnswered(way).then((isOk) => isOk && answered.resolve()), nextEveryMs);
      void isAnswered(way).then((isOk) => isOk && answered.resolve());
      await Promise.race([answered.promise, pause(longestNextMs, undefined, { ref: false })]);
      clearInterval(asking);
      nextMs = performance.now() - healedAt;
    },
    end: async () => {
      clearInterval(asking);
      clearInterval(looking);
      const limit = pause(Math.max(0, healedAt + faultMs + settleMs - performance.now()), false, { ref: false });
      const whole = await Promise.all(followed.map(({ isWhole }) => Promise.race([isWhole, limit])));
      const answered = await Promise.all(requests.map((request) => Promise.race([request, limit])));
      pool.destroy();
      const resumed = followed.flatMap(({ pieces }) => pieces.find((at) => at > healedAt) ?? []);
      return {
        way: way.name,
        isOurs: way.isOurs,
        streams,
        lost: whole.filter((isWhole) => !isWhole).length,
        requests: requests.length,
        failed: answered.filter((isOk) => !isOk).length,
        nextMs,
        resumedMs: Math.min(...resumed) - healedAt,
        sessions,
      };
    },
  };
}

/** Reads a stream. Reports whether it was complete, and when its chunks arrived. */
function followStream(
  way: FaultWay,
  pool: http.Agent,
  events: number,
): { readonly isWhole: Promise<boolean>; readonly pieces: readonly number[] } {
  const pieces: number[] = [];
  const follow = async (): Promise<boolean> => {
    const response = await way.send({ events, everyMs }, pool);
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (piece: string) => {
      text += piece;
      pieces.push(performance.now());
    });
    return new Promise((resolve) => {
      response.once('end', () => resolve(text.split(' sent-').length - 1 === events && text.endsWith('data: [DONE]\n\n')));
      response.once('close', () => resolve(false));
    });
  };
  return { isWhole: follow().catch(() => false), pieces };
}

/** Sends a request, over a new connection unless a pool is given. Returns true if it was answered. */
async function isAnswered(way: FaultWay, pool?: http.Agent): Promise<boolean> {
  try {
    const response = await way.send({}, pool);
    return await new Promise((resolve) => {
      response.resume();
      response.once('end', () => resolve(true));
      response.once('close', () => resolve(false));
    });
  } catch {
    return false;
  }
}
