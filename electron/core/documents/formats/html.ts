import { Parser } from 'htmlparser2';
import type { PartBatch } from '../document-types.ts';
import { createFlow, type Flow } from '../flow.ts';

const hidden = new Set(['script', 'style', 'template', 'noscript', 'svg', 'math', 'iframe', 'object', 'select', 'button', 'head']);
const blocks = new Set(
  'address article aside blockquote body caption dd details div dl dt fieldset figcaption figure footer form header hr main nav ol p section summary ul'.split(
    ' ',
  ),
);

/** Reads a web page that was saved. Nothing that it refers to is fetched. */
export function* readHtml(text: string): Generator<PartBatch> {
  const flow = createFlow();
  const title = addHtml(flow, text);
  yield { parts: flow.end(), title: title || flow.title() };
}

/** Adds the text of a web page. Returns its title. */
export function addHtml(flow: Flow, html: string): string {
  let [hiddenDepth, listDepth, codeDepth] = [0, 0, 0];
  let isTitle = false;
  let isItem = false;
  let title = '';
  const endBlock = (): void => {
    flow.endParagraph(isItem ? `${'  '.repeat(Math.max(listDepth - 1, 0))}- ` : '');
    isItem = false;
  };
  const parser = new Parser({
    onopentag: (name) => {
      if (name === 'title') isTitle = title === '';
      if (hidden.has(name)) hiddenDepth += 1;
      if (hiddenDepth > 0) return;
      if (name === 'br') flow.text('\n');
      else if (blocks.has(name) || name === 'li' || name === 'pre' || name === 'table' || /^h[1-6]$/.test(name)) endBlock();
      if (name === 'li') isItem = true;
      else if (name === 'ul' || name === 'ol') listDepth += 1;
      else if (name === 'pre') codeDepth += 1;
      else if (name === 'table') flow.startTable();
      else if (name === 'tr') flow.startRow();
      else if (name === 'td' || name === 'th') flow.startCell();
    },
    onclosetag: (name) => {
      if (name === 'title') isTitle = false;
      if (hidden.has(name)) {
        hiddenDepth -= 1;
        return;
      }
      if (hiddenDepth > 0) return;
      const level = /^h([1-6])$/.exec(name)?.[1];
      if (level !== undefined) flow.endHeading(Number(level));
      else if (name === 'pre') {
        codeDepth -= 1;
        flow.endCode();
      } else if (name === 'td' || name === 'th') flow.endCell();
      else if (name === 'table') flow.endTable();
      else if (blocks.has(name) || name === 'li') endBlock();
      if (name === 'ul' || name === 'ol') listDepth -= 1;
    },
    ontext: (text) => {
      if (isTitle) title += text;
      else if (hiddenDepth === 0) flow.text(codeDepth > 0 ? text : text.replaceAll(/\s+/g, ' '));
    },
  });
  parser.write(html);
  parser.end();
  return title.replaceAll(/\s+/g, ' ').trim();
}
