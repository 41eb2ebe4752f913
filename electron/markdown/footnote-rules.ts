import type { TokenizerAndRendererExtension } from 'marked';
import { matchAt } from './block-source.ts';
import { nextMarker } from './lexer-limits.ts';

const definition = / {0,3}\[\^([^\s[\]]{1,100})\]:[ \t]*/y;
const mark = /^\[\^([^\s[\]]{1,100})\]/;

/** Whether a footnote definition starts at a position. */
export function isFootnote(text: string, at: number): boolean {
  return matchAt(definition, text, at) !== null;
}

/** Footnote definitions in GitHub's syntax. */
export const footnoteBlock: TokenizerAndRendererExtension = {
  name: 'footnote-block',
  level: 'block',
  tokenizer(source) {
    const open = matchAt(definition, source, 0);
    if (open === null) return undefined;
    const [lead, label = ''] = open;
    let end = lineEnd(source, 0);
    while (end < source.length) {
      const next = source.slice(end, lineEnd(source, end));
      if (isFootnote(next, 0)) break;
      if (next.trim() === '') {
        // after a blank line only indented text continues the footnote
        const after = source.slice(end).match(/^(?:[ \t]*\n)+(?= {2,}\S|\t)/);
        if (after === null) break;
        end += after[0].length;
      }
      end = lineEnd(source, end);
    }
    const raw = source.slice(0, end);
    const text = raw
      .slice(lead.length)
      .replaceAll(/\n {1,4}/g, '\n')
      .trim();
    return { type: 'footnote', raw, label, text };
  },
};

/** A footnote reference. The renderer shows it as written if it is not defined. */
export const footnoteInline: TokenizerAndRendererExtension = {
  name: 'footnote-mark',
  level: 'inline',
  start: (source) => nextMarker(source, /\[\^/),
  tokenizer(source) {
    const [raw, label] = mark.exec(source) ?? [];
    return raw === undefined || label === undefined ? undefined : { type: 'footnote-mark', raw, label };
  },
};

function lineEnd(source: string, from: number): number {
  const at = source.indexOf('\n', from);
  return at < 0 ? source.length : at + 1;
}
