import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { errorMessage } from '../../../shared/node-error.ts';
import { TableStop, type TableLimits } from '../table-types.ts';
import { notAWorkbook } from './open-archive.ts';

/** Called with the elements of an XML part. Names have no namespace prefix. */
export interface XmlHandler {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** The parser remembers every open element. Workbooks have fewer than ten levels. */
const maxDepth = 100;

/** Parses a part, and yields after each chunk, so that the caller can use the data that the handler has collected. */
export async function* readXml(stream: Readable, handler: XmlHandler, limits: TableLimits): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false, xmlns: false as const });
  let sinceTag = 0;
  let depth = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag = 0;
    depth += 1;
    if (depth > maxDepth) throw new Error(`more than ${maxDepth} levels of elements`);
    handler.open?.(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    sinceTag = 0;
    depth -= 1;
    handler.close?.(localName(name));
  });
  const onText = handler.text;
  if (onText) {
    parser.on('text', onText);
    parser.on('cdata', onText);
  }
  const write = (text: string): void => {
    sinceTag += text.length;
    parser.write(text);
    // the parser buffers text until the next tag
    if (sinceTag > limits.lineLength) throw new TableStop({ kind: 'cell-too-long', effect: 'stopped', limit: limits.lineLength });
  };

  try {
    const decoder = new TextDecoder();
    for await (const piece of stream) {
      if (Buffer.isBuffer(piece)) write(decoder.decode(piece, { stream: true }));
      yield;
    }
    write(decoder.decode());
    parser.close();
    yield;
  } catch (error) {
    throw error instanceof TableStop ? error : notAWorkbook(errorMessage(error));
  } finally {
    stream.destroy();
  }
}

/** Parses a whole part. */
export async function readXmlWhole(stream: Readable, handler: XmlHandler, limits: TableLimits): Promise<void> {
  for await (const _ of readXml(stream, handler, limits));
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
