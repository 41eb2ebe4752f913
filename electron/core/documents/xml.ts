import path from 'node:path/posix';
import { Parser } from 'htmlparser2';
import type { Archive } from './archive.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Called for each element and text. Names have no prefix. */
export interface XmlHandler {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/** Reads XML piece by piece. It knows no entities but those of characters, and fetches nothing. */
export async function readXml(pieces: string | AsyncIterable<unknown>, { open, close, text }: XmlHandler): Promise<void> {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open?.(withoutPrefix(name), attributes),
      onclosetag: (name) => close?.(withoutPrefix(name)),
      ontext: (content) => text?.(content),
    },
    { xmlMode: true },
  );
  if (typeof pieces === 'string') parser.write(pieces);
  else {
    const decoder = new TextDecoder();
    for await (const piece of pieces) if (piece instanceof Uint8Array) parser.write(decoder.decode(piece, { stream: true }));
  }
  parser.end();
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** A part that another one names. */
interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

/** Reads what a part of an Office document is related to. External targets are left out, because nothing is fetched. */
export async function readRelations(archive: Archive, part: string): Promise<readonly Relation[]> {
  const folder = path.dirname(part);
  const relations: Relation[] = [];
  await readXml(await archive.readText(path.join(folder, '_rels', `${path.basename(part)}.rels`)), {
    open: (name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
      if (name !== 'Relationship' || mode === 'External') return;
      relations.push({
        id,
        type: type.slice(type.lastIndexOf('/') + 1),
        target: path.join('/', folder, target.startsWith('/') ? path.relative(`/${folder}`, target) : target).slice(1),
      });
    },
  });
  return relations;
}

/** Reads the title from a part with the properties of a document. */
export async function readTitle(archive: Archive, part: string): Promise<string> {
  let isTitle = false;
  let title = '';
  await readXml(await archive.readText(part), {
    open: (name) => (isTitle = name === 'title'),
    close: () => (isTitle = false),
    text: (text) => {
      if (isTitle) title += text;
    },
  });
  return title.trim();
}
