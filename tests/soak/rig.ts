import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'playwright/test';
import { demoProfile } from '../../electron/contract/demo-profile.ts';
import { assignFreePorts } from '../support/assign-free-ports.ts';
import { collectComplaints } from '../support/browser-window.ts';
import { freePort } from '../support/free-port.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { loggedBugs } from '../support/logged-bugs.ts';
import { createPageCore } from '../support/page-core.ts';
import { residentMemory } from '../support/process-memory.ts';
import { startRelay } from '../support/relay.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startServerProcess } from '../support/server-process.ts';
import { connectTo, startTestService, trustInstance } from '../support/test-service.ts';
import { browserPageText } from '../../renderer/browser/text.ts';
import { layoutText } from '../../renderer/layout/text.ts';

/** How long anything may take on a busy machine, in milliseconds. */
export const patienceMs = 60_000;

/** Starts the shipped program with a page in a browser, connected to engines through an instance and a network that can fail. */
export async function startRig() {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'causeway-soak-'));
  const service = await startTestService();
  const network = await startRelay(service.demo.instance.port);
  await assignFreePorts(profile);
  await trustInstance(profile, service, network.port);
  const words = ['--data', profile, '--browser-port', String(await freePort())];
  const environment = { PATH: process.env['PATH'], HOME: profile, SHELL: '', SSH_AUTH_SOCK: '', DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  const start = () => startServerProcess(words, environment);
  let program = await start();

  const browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const complaints: string[] = [];
  await collectComplaints(context, (text) => complaints.push(text));
  const page = await context.newPage();
  const debug = await context.newCDPSession(page);
  const sections = page.getByRole('navigation', { name: layoutText.sections.label });
  await page.goto(program.link);
  await sections.waitFor();
  const core = createPageCore(page);
  const { chat, connection } = await core.call('settings.read');
  // titles are requests that would meet the faults, and an hour has no time for the usual limits
  const limits = { ...connection, firstByteSeconds: 5, idleSeconds: 5 };
  await core.call('settings.change', { chat: { ...chat, makesTitles: false }, connection: limits });
  await connectTo(core, service, { mode: 'direct', hasToken: false, instance: { ...demoProfile.instance, port: network.port } });

  return {
    page,
    core,
    network,
    fault: service.demo.fault,
    /** Ends all faults. */
    heal: () => {
      service.demo.clearFaults();
      network.resume();
    },
    reload: async () => {
      await page.reload();
      await sections.waitFor();
    },
    /** Ends the program and starts it again. The page stays, and loads itself again. */
    restart: async (signal: 'SIGKILL' | 'SIGTERM') => {
      const exited = once(program.child, 'exit');
      program.child.kill(signal);
      await exited;
      await expect(page.getByText(browserPageText.stopped.title)).toBeVisible({ timeout: patienceMs });
      [program] = await Promise.all([start(), page.waitForEvent('load', { timeout: patienceMs })]);
      await expect(page.getByText(browserPageText.restarted.title)).toBeHidden({ timeout: patienceMs });
      await sections.waitFor();
    },
    /** Returns the memory of the program and the page's heap, in MiB. */
    memory: async () => {
      await debug.send('HeapProfiler.collectGarbage');
      const { usedSize } = await debug.send('Runtime.getHeapUsage');
      return { program: await residentMemory(program.child.pid ?? 0), page: usedSize / 2 ** 20 };
    },
    /** Exceptions of the page and of the program. */
    bugs: async (): Promise<readonly unknown[]> => [...complaints, ...(await loggedBugs(profile))],
    close: async () => {
      await browser.close();
      await program.close();
      await network.close();
      await service.close();
      await removeFolder(profile);
    },
  };
}

export type Rig = Awaited<ReturnType<typeof startRig>>;
