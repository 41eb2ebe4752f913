import { TableStop, type TableLimits } from '../table-types.ts';
import type { XmlHandler } from './read-xml.ts';

/** The shared strings of a workbook. Its cells refer to them by index. */
export interface SharedStrings {
  readonly get: (index: number) => string;
  readonly handler: XmlHandler;
}

const chunkBytes = 1024 * 1024;
/** Bytes counted per string besides its text, because a workbook can have very many empty ones. */
const overhead = 16;

/** Stores the strings as UTF-8 in a few large buffers, because a million separate strings take several times their length. */
export function createSharedStrings(limits: TableLimits): SharedStrings {
  const chunks: Buffer[] = [];
  const starts: number[] = [];
  const chunkNumbers: number[] = [];
  const ends: number[] = [];
  let used = chunkBytes;
  let total = 0;
  let text = '';
  let isInText = false;
  let isInPhonetic = false;

  const add = (value: string): void => {
    const bytes = Buffer.byteLength(value);
    total += bytes + overhead;
    if (total > limits.sharedStringBytes) {
      throw new TableStop({ kind: 'too-many-strings', effect: 'stopped', limit: limits.sharedStringBytes });
    }
    if (used + bytes > (chunks.at(-1)?.length ?? 0)) {
      chunks.push(Buffer.allocUnsafeSlow(Math.max(chunkBytes, bytes)));
      used = 0;
    }
    chunks.at(-1)?.write(value, used);
    chunkNumbers.push(chunks.length - 1);
    starts.push(used);
    used += bytes;
    ends.push(used);
  };

  return {
    get: (index) => chunks[chunkNumbers[index] ?? -1]?.toString('utf8', starts[index], ends[index]) ?? '',
    handler: {
      open: (name) => {
        if (name === 'si') text = '';
        else if (name === 't') isInText = true;
        else if (name === 'rPh') isInPhonetic = true;
      },
      text: (piece) => {
        if (!isInText || isInPhonetic) return;
        text += piece;
        if (text.length > limits.lineLength) throw new TableStop({ kind: 'cell-too-long', effect: 'stopped', limit: limits.lineLength });
      },
      close: (name) => {
        if (name === 'si') add(decodeEscapes(text));
        else if (name === 't') isInText = false;
        else if (name === 'rPh') isInPhonetic = false;
      },
    },
  };
}

/** Decodes Excel's escapes of characters that XML does not allow, such as `_x000D_`. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
