import type { Readable } from 'node:stream';

/** Reads a stream until its text is complete, however it is chunked. Rejects if the stream ends before. */
export function readUntil(stream: Readable, isComplete: (text: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const unsubscribe = (): void => void stream.off('data', onData).off('close', onEnd).off('end', onEnd).off('error', reject);
    const onData = (chunk: Buffer | string): void => {
      text += chunk.toString();
      if (!isComplete(text)) return;
      unsubscribe();
      resolve(text);
    };
    const onEnd = (): void => {
      unsubscribe();
      reject(new Error(`the stream ended after ${JSON.stringify(text)}`));
    };
    stream.on('data', onData).once('close', onEnd).once('end', onEnd).once('error', reject);
  });
}

/** Returns the first line, without its line break. */
export async function readLine(stream: Readable): Promise<string> {
  return (await readUntil(stream, (text) => text.includes('\n'))).split('\n')[0] ?? '';
}

/** Returns at least this many characters. */
export function readBytes(stream: Readable, length: number): Promise<string> {
  return readUntil(stream, (text) => text.length >= length);
}
