import type { ModelName } from './read-model-name.ts';

/** Finds the field `model` of a form, as audio and file endpoints send it. The parts themselves are the engine's to check. */
export function readMultipartModel(body: Buffer, contentType: string): ModelName {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return { kind: 'absent' };
  const mark = Buffer.from(`\r\n--${boundary}`, 'latin1');
  // The first mark may stand at the very beginning, without a line break before it.
  let at = body.subarray(0, mark.length - 2).equals(mark.subarray(2)) ? mark.length - 2 : endOf(body, mark, 0);
  while (at >= 0) {
    const headEnd = body.indexOf('\r\n\r\n', at, 'latin1');
    const next = body.indexOf(mark, at);
    if (headEnd < 0 || next < 0) break;
    const head = body.toString('latin1', at, Math.min(headEnd, next, at + longestHead));
    if (headEnd < next && isModelField(head)) {
      const model = body.toString('utf8', headEnd + 4, Math.min(next, headEnd + 4 + longestName)).trim();
      return model === '' ? { kind: 'absent' } : { kind: 'named', model };
    }
    at = next + mark.length;
  }
  return { kind: 'absent' };
}

const longestHead = 8 * 1024;
const longestName = 1024;

function boundaryOf(contentType: string): string | undefined {
  const found = /;\s{0,10}boundary=(?:"([^"]{1,70})"|([^\s;,"]{1,70}))/i.exec(contentType);
  return found?.[1] ?? found?.[2];
}

function isModelField(head: string): boolean {
  const disposition = /^content-disposition:([^\r\n]*)/im.exec(head)?.[1] ?? '';
  return /;\s*name="?model"?\s*(?:;|$)/i.test(disposition) && !/filename/i.test(disposition);
}

function endOf(body: Buffer, mark: Buffer, from: number): number {
  const found = body.indexOf(mark, from);
  return found < 0 ? -1 : found + mark.length;
}
