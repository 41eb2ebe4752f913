import { setTimeout as rest } from 'node:timers/promises';
import { figure, figureBeside, type Figure } from '../../support/bench-report.ts';
import { residentMemory } from '../../support/process-memory.ts';
import { startBare, startCauseway, type StartedServer } from './servers.ts';
import type { StartOptions } from './start-options.ts';

interface Sample {
  readonly listeningMs: number;
  readonly mebibytes: number;
}

/** Compares the program without a page with a bare HTTP server on the same Node: time until it listens, and idle memory. */
export async function measureServer({ runs, bundle, restMs, say }: StartOptions): Promise<readonly Figure[]> {
  const [ours, bare]: [Sample[], Sample[]] = [[], []];
  const startOurs = () => startCauseway(bundle);
  await sample(startOurs, 0); // the first start reads the program from disk
  for (let run = 0; run < runs; run += 1) {
    bare.push(await sample(startBare, restMs));
    ours.push(await sample(startOurs, restMs));
    say('server', run, { ours: ours[run], bare: bare[run] });
  }
  const column = (samples: readonly Sample[], name: keyof Sample) => samples.map((each) => each[name]);
  return [
    figureBeside('server-memory-without-page', column(ours, 'mebibytes'), column(bare, 'mebibytes'), 'x of a bare Node server', 1.6),
    figure('server-listening', column(ours, 'listeningMs'), 'ms', 1000),
  ];
}

async function sample(start: () => Promise<StartedServer>, restMs: number): Promise<Sample> {
  const server = await start();
  await rest(restMs);
  const mebibytes = await residentMemory(server.pid);
  await server.close();
  return { listeningMs: server.listensAt - server.startedAt, mebibytes };
}
