import { conversationsText } from '../../renderer/conversations/text.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'playwright/test';
import { chatText } from '../../renderer/chat/text.ts';
import { lastMessage, startConversation } from '../support/window-chat.ts';
import { ask, waitForEnd } from './conversation.ts';
import type { Fault } from '../support/demo/demo.ts';
import { patienceMs, type Rig } from './rig.ts';

/** Faults that end a request or an answer by themselves. `after` counts tokens of the answer. */
export const requestFaults: Readonly<Record<string, (after: number) => Fault>> = {
  'status 500': () => ({ kind: 'status', status: 500 }),
  'status 503': () => ({ kind: 'status', status: 503, retryAfter: 1 }),
  'status 429': () => ({ kind: 'status', status: 429, retryAfter: 1 }),
  'a web page instead of an answer': () => ({ kind: 'html' }),
  'a slow start': () => ({ kind: 'slow-first-byte', ms: 1500 }),
  'no start': () => ({ kind: 'slow-first-byte', ms: 20_000 }),
  'a pause': (after) => ({ kind: 'stall', after, ms: 1500 }),
  'a malformed piece': (after) => ({ kind: 'malformed-stream', after }),
  'a cut stream': (after) => ({ kind: 'cut-stream', after }),
  'an error in the stream': (after) => ({ kind: 'stream-error', after }),
  'no end mark': () => ({ kind: 'missing-done' }),
  'JSON instead of a stream': () => ({ kind: 'plain-json' }),
};

/** What happens while an answer hangs. */
export const hangEnds = {
  'a hang that ends': async (_rig, lift) => lift(),
  'a hang until the time limit': async () => undefined,
  'a hang that the user stops': async ({ page }) => page.keyboard.press('Escape'),
  'a reload during an answer': async ({ reload }, lift) => {
    await reload();
    lift();
  },
  'an answer in another conversation': async ({ page }, lift) => {
    await startConversation(page);
    await ask(page, 'Say: meanwhile');
    await waitForEnd(page);
    await page.getByRole('listbox', { name: conversationsText.title }).getByRole('option').nth(1).click();
    await expect(lastMessage(page)).toContainText(chatText.answer.answering, { timeout: patienceMs });
    lift();
  },
  'kill -9 during an answer': async ({ restart }, lift) => {
    await pause(1500); // a kill may lose an answer's last second
    await restart('SIGKILL');
    lift();
  },
  'a quit during an answer': async ({ restart }, lift) => {
    await restart('SIGTERM');
    lift();
  },
  'a cut tunnel': async ({ network }, lift) => {
    network.cut();
    lift();
  },
  'a stalled tunnel': async ({ network }, lift) => {
    network.stall('old');
    await pause(4000); // longer than the tunnel's silence limit
    network.resume();
    lift();
  },
} as const satisfies Readonly<Record<string, (rig: Rig, lift: () => void) => Promise<unknown>>>;

/** Those that load the page or the program again, so that memory starts anew. */
export const restarts: ReadonlySet<string> = new Set([
  'a reload during an answer',
  'kill -9 during an answer',
  'a quit during an answer',
] satisfies (keyof typeof hangEnds)[]);
