import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { WebRequest, WebResponse } from './web-request.ts';

const limitBytes = 5_000_000;

/** Types that a window shows without running anything. SVG is not among them, because it is a document. */
const kinds = [
  { type: 'image/png', begins: (head: Buffer) => head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) },
  { type: 'image/jpeg', begins: (head: Buffer) => head.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) },
  { type: 'image/gif', begins: (head: Buffer) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)) },
  {
    type: 'image/webp',
    begins: (head: Buffer) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  },
] as const;

/** Fetches an image over https as a data URL. The type is detected from the bytes and must match the Content-Type. */
export async function fetchImage(
  request: (request: WebRequest) => Promise<Result<WebResponse>>,
  url: string,
  signal: AbortSignal,
): Promise<Result<{ readonly dataUrl: string }>> {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address?.protocol !== 'https:' || address.username !== '' || address.password !== '') return fail('image-not-https');

  const answer = await request({
    method: 'GET',
    url: address.href,
    headers: { accept: kinds.map(({ type }) => type).join(', ') },
    signal,
    limitMs: 30_000,
    limitBytes,
  });
  if (!answer.ok) {
    // an image's host can't be allowed, nor its address corrected
    return answer.failure.code === 'refused' ? fail('image-refused', { cause: answer.failure }) : answer;
  }
  const { status, contentType, body, isCut } = answer.value;
  if (status !== 200) return fail('image-status', { host: address.host, status });
  if (isCut) return fail('image-too-large');

  const said = contentType.split(';')[0]?.trim().toLowerCase();
  const kind = kinds.find(({ type }) => type === said);
  if (!kind?.begins(body)) return fail('image-type');
  return ok({ dataUrl: `data:${kind.type};base64,${body.toString('base64')}` });
}
