/**
 * Measures the delay that the browser shell's channel adds to a delta, from the event in the program to the page's listener, beside
 * a bare WebSocket into the same page. Within one process a listener is called directly, so all of this delay is the channel's.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { root } from '../../build/set-up/places.mjs';
import { findChromium } from '../../build/steps/find-chromium.ts';
import { openBrowserShell } from '../../electron/browser/browser-shell.ts';
import { createCore } from '../../electron/core/create-core.ts';
import { systemClock } from '../../electron/core/program-start.ts';
import { createMemoryVault } from '../../electron/core/credentials/credentials.ts';
import { figure, isShort, median, quantile, report, round, type Figure } from '../support/bench-report.ts';
import { freePort } from '../support/free-port.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { must } from '../support/must.ts';
import { assignFreePorts } from '../support/assign-free-ports.ts';
import { seeded } from '../support/seeded.ts';
import { openBareSocket } from './channel/bare-socket.ts';
import { listenIn } from './channel/page-listener.ts';
import { layoutText } from '../../renderer/layout/text.ts';

if (findChromium() === undefined) {
  console.log('There is no Chromium here; install one, or name it in CHROMIUM.');
  process.exit(0);
}
const runs = isShort ? 1 : 5;
const chance = seeded(7);
/** The speed of usual models, and of the fastest ones, whose deltas both shells send in batches. */
const paces = [
  { name: '40 pieces/s', figure: 'channel', pieces: isShort ? 40 : 400, gapMs: () => 10 + 30 * chance() },
  { name: '300 pieces/s', figure: 'channel-dense', pieces: isShort ? 100 : 1500, gapMs: () => 10 / 3 },
] as const;

const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-bench-'));
await assignFreePorts(folder);
const folders = { data: folder, logs: path.join(folder, 'logs') };
const core = await createCore({
  clock: systemClock,
  vault: createMemoryVault(),
  app: { version: '0.0.0', shell: 'browser', platform: process.platform, electron: 'none', isOfficialRuntime: true, folders },
});
const pages = path.join(root, 'build/out/renderer');
const rules = { port: await freePort(), basePath: '/', allowedHosts: [], allowedUsers: [], opensWindow: false };
const shell = must(await openBrowserShell({ ...rules, core, clock: systemClock, folders, pages }));
const bare = await openBareSocket();
const browser = await launchChromium();
const page = await browser.newPage({ bypassCSP: true }); // the bare socket is at another port
await page.goto(shell.createLink('anyone'));
await page.getByRole('navigation', { name: layoutText.sections.label }).waitFor();
const listener = await listenIn(page, bare);
await rest(isShort ? 200 : 3000); // the page has loaded everything by then

type Send = (number: number) => void;
const ways: Readonly<Record<'channel' | 'bare socket', Send>> = {
  channel: (number) =>
    core.emit('chat.progress', {
      conversationId: 'bench',
      messageId: 'bench',
      deltas: [{ kind: 'append', index: number, text: ' and so on' }],
    }),
  'bare socket': (number) => bare.send(JSON.stringify({ index: number, text: ' and so on' })),
};

/** Returns sorted times in milliseconds. */
async function delays(send: Send, { pieces, gapMs }: (typeof paces)[number]): Promise<readonly number[]> {
  const sentAt: number[] = [];
  const behind = await listener.clockOffset();
  for (let number = 0; number < pieces; number += 1) {
    sentAt.push(performance.now());
    send(number);
    await rest(gapMs());
  }
  const heard = await listener.take(pieces);
  return heard.map(({ number, at }) => at - behind - (sentAt[number] ?? Number.NaN)).toSorted((a, b) => a - b);
}

const rows: object[] = [];
const figures: Figure[] = [];
for (const pace of paces) {
  const taken: Readonly<Record<keyof typeof ways, (readonly number[])[]>> = { channel: [], 'bare socket': [] };
  for (let run = 0; run < runs; run += 1) {
    for (const way of ['bare socket', 'channel'] as const) taken[way].push(await delays(ways[way], pace));
  }
  for (const way of ['channel', 'bare socket'] as const) {
    const at = (share: number): readonly number[] => taken[way].map((run) => round(quantile(run, share), 2));
    rows.push({ pace: pace.name, way, 'p50, ms': median(at(0.5)), 'p99, ms': median(at(0.99)), 'longest, ms': Math.max(...at(1)) });
    if (way !== 'channel') continue;
    for (const [name, share, goal] of [
      ['p50', 0.5, 3],
      ['p99', 0.99, 20],
    ] as const) {
      figures.push(figure(`${pace.figure}-${name}`, at(share), 'ms more than a call in one process', goal, { digits: 2 }));
    }
  }
}
await browser.close();
bare.close();
await shell.close();
await core.dispose();
await rm(folder, { recursive: true, force: true });
console.table(rows);
report('channel', figures);
