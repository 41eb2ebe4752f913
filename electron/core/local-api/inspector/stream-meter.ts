/** Measures the token rate of a response as it passes. */
export type StreamMeter = ReturnType<typeof createStreamMeter>;

/** The engine's count is near the end, so only this much is kept. */
const tailBytes = 2048;
const countPattern = /^"completion_tokens"\s*:\s*(\d+)/;
const eventPrefix = Buffer.from('data:');

/** Creates a meter for one response. `startedAt` is when the request arrived. */
export function createStreamMeter(startedAt: number, isEvents: boolean) {
  const tail: Buffer[] = [];
  let tailLength = 0;
  let events = 0;
  let firstAt: number | undefined;
  let lastAt = startedAt;
  return {
    add: (chunk: Buffer, at: number): void => {
      firstAt ??= at;
      lastAt = at;
      if (isEvents) events += countEvents(chunk);
      tail.push(chunk);
      tailLength += chunk.length;
      for (let oldest = tail[0]; oldest && tailLength - oldest.length >= tailBytes; oldest = tail[0]) {
        tailLength -= oldest.length;
        tail.shift();
      }
    },
    /** Uses the engine's count if there is one, otherwise the number of events. Null if neither is known. */
    tokensPerSecond: (): number | null => {
      const end = Buffer.concat(tail).subarray(-tailBytes);
      const countAt = end.lastIndexOf('"completion_tokens"');
      const counted = countAt < 0 ? undefined : countPattern.exec(end.toString('latin1', countAt))?.[1];
      // A stream is timed from its first chunk. An unstreamed answer was generated before it arrived.
      const seconds = (lastAt - (isEvents ? (firstAt ?? lastAt) : startedAt)) / 1000;
      const tokens = counted === undefined ? (isEvents ? events : 0) : Number(counted);
      return tokens > 1 && seconds > 0 ? tokens / seconds : null;
    },
  };
}

function countEvents(chunk: Buffer): number {
  let events = 0;
  for (let at = chunk.indexOf(eventPrefix); at >= 0; at = chunk.indexOf(eventPrefix, at + eventPrefix.length)) events += 1;
  return events;
}
