import type { Readable } from 'node:stream';

/** More than any error has to say; a model list of the proxy can be long. */
const longest = 4 * 1024 * 1024;

/** Reads a short body as text: what came, if it breaks, stalls or never ends. */
export async function readErrorText(body: Readable, signal: AbortSignal, idleMs: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const timer = setTimeout(() => body.destroy(), idleMs);
  const onAbort = (): void => void body.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for await (const piece of body) {
      if (!(piece instanceof Uint8Array)) continue;
      pieces.push(piece);
      length += piece.length;
      timer.refresh();
      if (length > longest) break; // leaving the loop destroys the body
    }
  } catch {
    // A broken error body is still an error; its status says the most.
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
  return Buffer.concat(pieces).toString('utf8');
}
