import type { Page } from 'playwright';

/** What of the page the link uses. */
interface LinkedPage {
  readonly causeway: { call: (message: unknown) => Promise<unknown> };
  readonly causewaySend: (json: string) => void;
  causewayAnswer: (json: string) => void;
}

/**
 * Brings the page's calls here by the browser's bare protocol, for benchmarks. A function that Playwright exposes wraps
 * each value on both sides, which for a conversation takes longer than all the rest of the way; Electron does no such thing.
 */
export async function linkLean(page: Page, handle: (message: unknown) => Promise<unknown>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'causewaySend' });
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== 'causewaySend') return;
    const { id, message } = JSON.parse(payload) as { readonly id: number; readonly message: object }; // sent by the script below alone
    void answer(id, { input: undefined, ...message });
  });
  const answer = async (id: number, message: unknown) => {
    const json = JSON.stringify({ id, answer: await handle(message) });
    // a page that is gone hears nothing
    await session.send('Runtime.evaluate', { expression: `causewayAnswer(${JSON.stringify(json)})` }).catch(() => undefined);
  };
  await page.addInitScript(() => {
    const linked = window as unknown as LinkedPage;
    const waiting = new Map<number, (answer: unknown) => void>();
    let nextId = 0;
    linked.causeway.call = (message) =>
      new Promise((resolve) => {
        nextId += 1;
        waiting.set(nextId, resolve);
        linked.causewaySend(JSON.stringify({ id: nextId, message }));
      });
    linked.causewayAnswer = (json) => {
      const { id, answer: given } = JSON.parse(json) as { readonly id: number; readonly answer: object }; // as written above
      waiting.get(id)?.({ value: undefined, ...given }); // JSON leaves out what is undefined
      waiting.delete(id);
    };
  });
}
