import { openFence } from './fence.ts';

/** A piece of a text that is shown as it was written, but for the code in it. */
export type FencedPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly info: string; readonly pieces: readonly string[] };

/** Takes a text apart at its fences, and at nothing else; a fence that is never closed is text like the rest. */
export function splitFences(text: string): readonly FencedPiece[] {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
  const found: FencedPiece[] = [];
  let plain: string[] = [];
  const endText = () => {
    const words = plain
      .join('\n')
      .trimEnd()
      .replace(/^(?:[ \t]*\n)+/, '');
    if (words !== '') found.push({ kind: 'text', text: words });
    plain = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fence = openFence(line);
    const end = fence === undefined ? -1 : lines.findIndex((each, index) => index > at && fence.isEnd(each));
    if (fence === undefined || end < 0) {
      plain.push(line);
      continue;
    }
    endText();
    for (const code of lines.slice(at + 1, end)) fence.lines.push(`${fence.strip(code)}\n`);
    found.push({ kind: 'code', info: fence.info, pieces: fence.lines.read() });
    at = end;
  }
  endText();
  return found;
}
