import type { Duplex } from 'node:stream';

/** ssh2 writes each packet in three pieces, each a segment of its own without Nagle's algorithm. What one turn writes is sent as one. */
export function corkWrites(stream: Duplex): void {
  const write = stream.write.bind(stream) as (...parts: unknown[]) => boolean;
  let isCorked = false;
  stream.write = (...parts: unknown[]): boolean => {
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      process.nextTick(() => {
        isCorked = false;
        stream.uncork();
      });
    }
    return write(...parts);
  };
}
