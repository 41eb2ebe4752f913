import type { Core } from '../core/create-core.ts';
import type { Reporter } from './reporter.ts';

/** How long answers under way may take to end: less than the 30 s after which containers are killed. */
const patienceMs = 25_000;

/** Takes no more requests, lets those under way end, then closes everything; `hurry` breaks them off. */
export async function shutDownGracefully(core: Core, report: Pick<Reporter, 'say'>, hurry: AbortSignal): Promise<void> {
  const underWay = core.agent.requests().filter(({ durationMs }) => durationMs === null).length;
  if (underWay > 0) {
    const requests = `${underWay} ${underWay === 1 ? 'request' : 'requests'} under way`;
    report.say(`ending; ${requests}, a second signal breaks off`, { event: 'ending', underWay });
  }
  hurry.addEventListener('abort', () => void core.agent.close(), { once: true });
  await core.agent.close(hurry.aborted ? 0 : patienceMs);
  await core.dispose();
}
