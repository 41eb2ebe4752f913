import { expect, test } from 'vitest';
import { ok } from '../../../../electron/contract/failure.ts';
import { startKeepalive } from '../../../../electron/core/tunnel/lifecycle/keepalive.ts';
import { PassThrough } from 'node:stream';
import { createManualClock } from '../manual-clock.ts';

// catches a session whose silence is never noticed again
test('keeps pinging after a ping that could not be sent, which says nothing about the session', async () => {
  const { clock, timers, move } = createManualClock();
  const heard: string[] = [];
  let pings = 0;
  const keepalive = startKeepalive({
    session: {
      open: async () => ok(new PassThrough()),
      ping: async () => {
        pings += 1;
        if (pings === 1) throw new Error('spawn EMFILE');
        return { kind: 'silent' };
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
  keepalive.stop();
});
