import { expect, test } from 'vitest';
import { ok } from '../../../../electron/contract/failure.ts';
import { startKeepalive } from '../../../../electron/core/tunnel/lifecycle/keepalive.ts';
import type { PingResult } from '../../../../electron/core/tunnel/types.ts';
import { PassThrough } from 'node:stream';
import { createManualClock } from '../manual-clock.ts';

// catches a session whose silence is never noticed again
test('keeps pinging after a ping that could not be sent, which says nothing about the session', async () => {
  const { clock, timers, move } = createManualClock();
  const heard: string[] = [];
  const results: PingResult[] = [{ kind: 'silent' }];
  let pings = 0;
  const keepalive = startKeepalive({
    session: {
      open: async () => ok(new PassThrough()),
      ping: async () => {
        pings += 1;
        if (pings === 1) throw new Error('spawn EMFILE');
        return results.shift() ?? { kind: 'unsent' };
      },
      onLost: () => undefined,
      close: () => undefined,
    },
    idleIntervalMs: 15_000,
    clock,
    timers,
    onRoundTrip: () => undefined,
    onSilent: () => void heard.push('silent'),
    onAlive: () => void heard.push('alive'),
  });
  await move(0);
  expect(heard).toEqual([]);
  await move(15_000);
  expect(heard).toEqual(['silent']);
  await move(15_000);
  expect(pings).toBeGreaterThan(3);
  expect(heard).toEqual(['silent']); // later ones could not be sent, which brings no dead session back
  results.push({ kind: 'busy' });
  await move(15_000);
  expect(heard).toEqual(['silent', 'alive']);
  keepalive.stop();
});
