import type { Duplex } from 'node:stream';

/** Memory in which pieces lie until they are sent. */
interface Place {
  readonly bytes: Buffer;
  /** Writes out of it that are under way. */
  underWay: number;
  isFull: boolean;
}

const placeBytes = 256 * 1024;
/** As much as may wait to be sent while many streams write. */
const mostSpare = 16;

/**
 * ssh2 writes each packet in three pieces, which without delay would be segments of their own. What one turn writes is put together
 * and goes out as one; a piece's memory may be used again as soon as it is written.
 */
export function gatherWrites(stream: Duplex): void {
  const write = stream.write.bind(stream) as (...words: unknown[]) => boolean;
  const end = stream.end.bind(stream) as (...words: unknown[]) => Duplex;
  const spare: Place[] = [];
  let place: Place | undefined;
  let from = 0;
  let to = 0;
  let isDue = false;

  const release = (used: Place): void => {
    if (!used.isFull || used.underWay > 0) return;
    used.isFull = false;
    if (spare.length < mostSpare) spare.push(used);
  };
  const send = (): void => {
    if (!place || from === to) return;
    const used = place;
    used.underWay += 1;
    write(used.bytes.subarray(from, to), () => {
      used.underWay -= 1;
      release(used);
    });
    from = to;
  };
  const put = (piece: Uint8Array): void => {
    let rest = piece;
    while (rest.length > 0) {
      place ??= spare.pop() ?? { bytes: Buffer.allocUnsafeSlow(placeBytes), underWay: 0, isFull: false };
      const part = rest.subarray(0, placeBytes - to);
      place.bytes.set(part, to);
      to += part.length;
      rest = rest.subarray(part.length);
      if (to < placeBytes) continue;
      place.isFull = true;
      send();
      place = undefined;
      from = 0;
      to = 0;
    }
  };

  stream.write = (...words: unknown[]): boolean => {
    const [piece, ...more] = words;
    if (!(piece instanceof Uint8Array) || more.length > 0) {
      send();
      return write(...words);
    }
    put(piece);
    if (!isDue) {
      isDue = true;
      process.nextTick(() => {
        isDue = false;
        send();
      });
    }
    return !stream.writableNeedDrain;
  };
  stream.end = (...words: unknown[]): Duplex => {
    send();
    return end(...words);
  };
}
