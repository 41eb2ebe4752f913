import type { Readable } from 'node:stream';

/** What a stream has given once that is whole; a piece is whatever the system made of it. Fails where the stream ends before. */
export function readUntil(stream: Readable, isWhole: (text: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const leave = (): void => void stream.off('data', onData).off('close', onEnd).off('end', onEnd).off('error', reject);
    const onData = (piece: Buffer | string): void => {
      text += piece.toString();
      if (!isWhole(text)) return;
      leave();
      resolve(text);
    };
    const onEnd = (): void => {
      leave();
      reject(new Error(`the stream ended after ${JSON.stringify(text)}`));
    };
    stream.on('data', onData).once('close', onEnd).once('end', onEnd).once('error', reject);
  });
}

/** The first line, without its end. */
export async function readLine(stream: Readable): Promise<string> {
  return (await readUntil(stream, (text) => text.includes('\n'))).split('\n')[0] ?? '';
}

/** So many characters, or more where they came together. */
export function readBytes(stream: Readable, length: number): Promise<string> {
  return readUntil(stream, (text) => text.length >= length);
}
