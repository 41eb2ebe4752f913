/** How fast a text comes. */
export interface Pace {
  readonly chunksPerSecond: number;
  readonly charactersPerChunk: number;
  readonly characters: number;
}

/** Gives a text chunk by chunk, each in a task of its own as messages from the main process come, until the time is over. */
export function createStream(text: string, pace: Pace, milliseconds: number, give: (chunk: string) => void): Promise<void> {
  return new Promise((resolve) => {
    const started = performance.now();
    const { port1, port2 } = new MessageChannel();
    const total = Math.ceil(text.length / pace.charactersPerChunk);
    let sent = 0;
    let given = 0;
    port1.addEventListener('message', () => {
      give(text.slice(given * pace.charactersPerChunk, (given + 1) * pace.charactersPerChunk));
      given += 1;
    });
    port1.start();
    const timer = setInterval(() => {
      const passed = performance.now() - started;
      const isOver = passed > milliseconds || given >= total;
      const due = Math.min(total, Math.floor((passed / 1000) * pace.chunksPerSecond));
      // what the window could not take yet waits, as it would in the channel; it is not sent twice
      if (!isOver) for (; sent < due; sent += 1) port2.postMessage(null);
      if (!isOver || (given < sent && passed < milliseconds * 2)) return;
      clearInterval(timer);
      port1.close();
      resolve();
    }, 4);
  });
}
