import type { Page } from 'playwright';
import type { PreloadBridge } from '../../../electron/contract/ipc.ts';
import type { BareSocket } from './bare-socket.ts';

/** A delta that a page received, by the page's clock. */
export interface Heard {
  readonly number: number;
  readonly at: number;
}

interface ListeningPage {
  causeway: PreloadBridge;
  heard: Heard[];
}

const exchanges = 200;

export async function listenIn(page: Page, bare: BareSocket) {
  await page.evaluate(async (address) => {
    const here = globalThis as unknown as ListeningPage; // set by the page and by this function
    here.heard = [];
    here.causeway.on((batch) => {
      const at = performance.now();
      for (const { event, payload } of batch) {
        if (event !== 'chat.progress' || payload.messageId !== 'bench') continue;
        for (const { index } of payload.deltas) here.heard.push({ number: index, at });
      }
    });
    const socket = new WebSocket(address);
    socket.addEventListener('message', ({ data }) => {
      const at = performance.now();
      if (data === 'clock') socket.send(String(at));
      else here.heard.push({ number: (JSON.parse(String(data)) as { index: number }).index, at });
    });
    await new Promise((resolve) => socket.addEventListener('open', resolve));
  }, bare.address);

  return {
    /**
     * Measures how far the page's clock is ahead of ours, by the fastest of many round trips over the bare socket. The error is at most
     * half of that round trip.
     */
    clockOffset: async () => {
      let best = { took: Number.POSITIVE_INFINITY, offset: 0 };
      for (let each = 0; each < exchanges; each += 1) {
        const sent = performance.now();
        const reply = bare.reply();
        bare.send('clock');
        const theirs = Number(await reply);
        const took = performance.now() - sent;
        if (took < best.took) best = { took, offset: theirs - (sent + took / 2) };
      }
      return best.offset;
    },
    /** Waits for this many deltas, then returns and clears them. */
    take: async (pieces: number) => {
      await page.waitForFunction((wanted) => (globalThis as unknown as ListeningPage).heard.length >= wanted, pieces);
      return page.evaluate(() => (globalThis as unknown as ListeningPage).heard.splice(0));
    },
  };
}
