import { isJsonObject, parseJson } from '../../../contract/json.ts';
import { fail } from '../../../contract/failures/fail.ts';
import { DocumentStop, type PartBatch } from '../document-types.ts';
import { createFlow, type Flow } from '../flow.ts';

function* finish(flow: Flow, title = flow.title()): Generator<PartBatch> {
  yield { parts: flow.end(), title };
}

/** Reads a text without headings, paragraph by paragraph. */
export function* readPlainText(text: string): Generator<PartBatch> {
  const flow = createFlow();
  addParagraphs(flow, text);
  yield* finish(flow, '');
}

/** Lines that belong together stay as they are. */
function addParagraphs(flow: Flow, text: string): void {
  for (const paragraph of text.split(/\n{2,}/)) flow.addBlock(paragraph.replaceAll(/^\n+|\s+$/g, ''));
}

/** Reads Markdown. Headings in blocks of code aren't headings. */
export function* readMarkdown(text: string): Generator<PartBatch> {
  const flow = createFlow();
  addMarkdown(flow, text);
  yield* finish(flow);
}

function addMarkdown(flow: Flow, text: string): void {
  let fence: string | undefined;
  let lines: string[] = [];
  const endLines = (): void => {
    addParagraphs(flow, lines.join('\n'));
    lines = [];
  };
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    const [, level, heading] = (fence === undefined && /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(line)) || [];
    if (level === undefined || heading === undefined) lines.push(line);
    else {
      endLines();
      flow.text(heading);
      flow.endHeading(level.length);
    }
  }
  endLines();
}

const latexLevels: Readonly<Record<string, number>> = { part: 1, chapter: 1, section: 1, subsection: 2, subsubsection: 3 };

/** Reads LaTeX as it is written, because models read it. Its commands for headings begin sections. */
export function* readLatex(text: string): Generator<PartBatch> {
  const flow = createFlow();
  let from = 0;
  for (const { index, 0: command, 1: name = '', 2: heading = '' } of text.matchAll(
    /^[ \t]*\\(part|chapter|(?:sub){0,2}section)\*?(?:\[[^\]]*\])?\{((?:[^{}]|\{[^{}]*\})*)\}/gm,
  )) {
    addParagraphs(flow, text.slice(from, index));
    flow.startSection(heading.replaceAll(/\s+/g, ' '), latexLevels[name] ?? 3);
    flow.addBlock(command.trim());
    from = index + command.length;
  }
  addParagraphs(flow, text.slice(from));
  const title = /\\title\{((?:[^{}]|\{[^{}]*\})*)\}/.exec(text)?.[1] ?? '';
  yield* finish(flow, title.replaceAll(/\\\\|\s+/g, ' '));
}

/** Reads a Jupyter notebook: its texts, its code and the texts that the code has put out. */
export function* readNotebook(text: string, name: string): Generator<PartBatch> {
  const notebook = parseJson(text);
  const cells = isJsonObject(notebook) ? notebook['cells'] : undefined;
  if (!Array.isArray(cells)) throw new DocumentStop(fail('document-damaged', { name }));
  const language = readPath(notebook, 'metadata', 'kernelspec', 'language');
  const flow = createFlow();
  for (const cell of cells) {
    if (!isJsonObject(cell)) continue;
    const source = joinLines(cell['source']);
    if (cell['cell_type'] === 'markdown') addMarkdown(flow, source);
    else if (cell['cell_type'] === 'code') {
      addCode(flow, source, typeof language === 'string' ? language : '');
      for (const output of Array.isArray(cell['outputs']) ? cell['outputs'] : []) {
        addCode(
          flow,
          joinLines(readPath(output, 'text') ?? readPath(output, 'data', 'text/plain') ?? readPath(output, 'evalue')),
          'output',
        );
      }
    } else addParagraphs(flow, source);
  }
  yield* finish(flow);
}

function addCode(flow: Flow, code: string, language: string): void {
  flow.text(code);
  flow.endCode(language);
}

/** Texts of a notebook are lists of lines. */
function joinLines(value: unknown): string {
  return Array.isArray(value) ? value.join('') : typeof value === 'string' ? value : '';
}

function readPath(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((inner, name) => (isJsonObject(inner) ? inner[name] : undefined), value);
}
