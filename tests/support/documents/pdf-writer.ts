import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** A line of text on a page, from the lower left corner, in points. */
export interface PdfText {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size?: number;
  /** `unicode` shows no glyphs but says its characters, `nameless` has glyphs without saying which characters they are. */
  readonly font?: 'plain' | 'bold' | 'unicode' | 'nameless';
  /** Degrees, counterclockwise. */
  readonly turned?: number;
}

export interface PdfPage {
  readonly texts?: readonly PdfText[];
  /** Width and height in points. */
  readonly size?: readonly [width: number, height: number];
  readonly rotate?: 0 | 90 | 180 | 270;
  /** Covers the page with a picture, as a scanner does. */
  readonly isScan?: boolean;
  /** Lines as x1, y1, x2, y2. */
  readonly lines?: readonly (readonly [number, number, number, number])[];
  /** A filled-in text field of a form. */
  readonly field?: { readonly name: string; readonly value: string };
  /** Replaces the page's content stream. */
  readonly content?: Uint8Array;
  /** Replaces the page object. */
  readonly object?: string;
}

export interface PdfOptions {
  readonly userPassword?: string;
  readonly ownerPassword?: string;
  /** Moves the positions in the cross-reference table, as a faulty transfer does. */
  readonly hasBrokenReferences?: boolean;
}

const fonts = { plain: 'F1', bold: 'F2', unicode: 'F3', nameless: 'F4' } as const;

/** Writes a PDF with the standard fonts, object by object. */
export function writePdf(pages: readonly PdfPage[], options: PdfOptions = {}): Buffer {
  const objects: (string | Buffer)[] = [];
  const reserve = (): number => objects.push('');
  const add = (object: string | Buffer): number => objects.push(object);
  const [catalog, tree] = [reserve(), reserve()];
  const codes = createCharacterCodes(pages);
  const encryption = createEncryption(options);
  const addStream = (content: Uint8Array, dictionary = ''): number => {
    const packed = deflateSync(content);
    const number = objects.length + 1;
    const data = encryption?.encrypt(number, packed) ?? packed;
    const head = `<< /Length ${data.length} /Filter /FlateDecode ${dictionary} >>\nstream\n`;
    return add(Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')]));
  };
  const [first, second, third, fourth] = addFonts(add, addStream, codes);
  const resources = `/Font << /F1 ${first} 0 R /F2 ${second} 0 R /F3 ${third} 0 R /F4 ${fourth} 0 R >>`;
  const picture = pages.some(({ isScan }) => isScan)
    ? addStream(Buffer.alloc(400, 0x80), '/Type /XObject /Subtype /Image /Width 20 /Height 20 /ColorSpace /DeviceGray /BitsPerComponent 8')
    : 0;
  const fields: number[] = [];
  const kids = pages.map((page) => {
    const { size: [width, height] = [595, 842], rotate = 0 } = page;
    const content = addStream(page.content ?? Buffer.from(drawPage(page, codes, width, height), 'latin1'));
    const number = objects.length + 1;
    if (page.object !== undefined) return add(page.object);
    reserve();
    const field = page.field && add(writeField(page.field, number, first ?? 0));
    if (field !== undefined) fields.push(field);
    objects[number - 1] =
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} /Contents ${content} 0 R` +
      ` /Resources << ${resources} ${picture === 0 ? '' : `/XObject << /Scan ${picture} 0 R >>`} >>` +
      ` ${field === undefined ? '' : `/Annots [${field} 0 R]`} >>`;
    return number;
  });
  objects[tree - 1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;
  const form =
    fields.length === 0 ? '' : `/AcroForm << /Fields [${fields.map((field) => `${field} 0 R`).join(' ')}] /DR << ${resources} >> >>`;
  objects[catalog - 1] = `<< /Type /Catalog /Pages ${tree} 0 R ${form} >>`;
  const trailer = encryption ? `/Encrypt ${add(encryption.dictionary)} 0 R /ID [<${encryption.id}> <${encryption.id}>]` : '';
  return assemble(objects, `/Root ${catalog} 0 R ${trailer}`, options.hasBrokenReferences ?? false);
}

function assemble(objects: readonly (string | Buffer)[], trailer: string, isBroken: boolean): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let length = parts[0]?.length ?? 0;
  const positions: number[] = [];
  for (const [index, object] of objects.entries()) {
    positions.push(length);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  }
  const shift = isBroken ? 1000 : 0;
  const table = positions.map((position) => `${String(position + shift).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${length + shift}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

function drawPage({ texts = [], lines = [], isScan }: PdfPage, codes: ReadonlyMap<string, number>, width: number, height: number): string {
  const scan = isScan ? [`q ${width} 0 0 ${height} 0 0 cm /Scan Do Q`] : [];
  const ruled = lines.map(([x1, y1, x2, y2]) => `${x1} ${y1} m ${x2} ${y2} l S`);
  const written = texts.map(({ x, y, text, size = 11, font = 'plain', turned = 0 }) => {
    const [cos, sin] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)];
    const isCoded = font === 'unicode' || font === 'nameless';
    const shown = isCoded
      ? `<${splitLigatures(text)
          .map((part) => hex4(codes.get(part) ?? 0))
          .join('')}>`
      : `(${text.replaceAll(/[\\()]/g, String.raw`\$&`)})`;
    return `BT /${fonts[font]} ${size} Tf ${cos.toFixed(4)} ${sin.toFixed(4)} ${(-sin).toFixed(4)} ${cos.toFixed(4)} ${x} ${y} Tm ${shown} Tj ET`;
  });
  return [...scan, ...ruled, ...written].join('\n');
}

/** A ligature is one glyph for several characters, and is written in brackets, as in `of[fi]ce`. */
function splitLigatures(text: string): readonly string[] {
  return text.match(/\[[^\]]+\]|./gsu) ?? [];
}

function createCharacterCodes(pages: readonly PdfPage[]): ReadonlyMap<string, number> {
  const texts = pages.flatMap(({ texts = [] }) => texts).filter(({ font }) => font === 'unicode' || font === 'nameless');
  const parts = new Set(texts.flatMap(({ text }) => splitLigatures(text)));
  return new Map([...parts].map((part, index) => [part, index + 1]));
}

function addFonts(
  add: (object: string) => number,
  addStream: (content: Uint8Array) => number,
  codes: ReadonlyMap<string, number>,
): readonly number[] {
  const plain = (name: string): number => add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`);
  const characters = [...codes].map(
    ([part, code]) => `<${hex4(code)}> <${Buffer.from(part.replaceAll(/[[\]]/g, ''), 'utf16le').swap16().toString('hex')}>`,
  );
  const groups = Array.from({ length: Math.ceil(characters.length / 100) }, (_, group) => characters.slice(group * 100, group * 100 + 100));
  const map = addStream(
    Buffer.from(
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def\n' +
        '1 begincodespacerange <0000> <FFFF> endcodespacerange\n' +
        groups.map((group) => `${group.length} beginbfchar\n${group.join('\n')}\nendbfchar\n`).join('') +
        'endcmap end end',
    ),
  );
  const composite = (toUnicode: string): number => {
    const descendant = add(
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Unembedded /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>' +
        ' /DW 1000 /FontDescriptor << /Type /FontDescriptor /FontName /Unembedded /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0' +
        ' /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> >>',
    );
    return add(
      `<< /Type /Font /Subtype /Type0 /BaseFont /Unembedded /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] ${toUnicode} >>`,
    );
  };
  return [plain('Helvetica'), plain('Helvetica-Bold'), composite(`/ToUnicode ${map} 0 R`), composite('')];
}

function writeField({ name, value }: NonNullable<PdfPage['field']>, page: number, font: number): string {
  return (
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /V (${value}) /Rect [72 600 300 620] /P ${page} 0 R /F 4` +
    ` /DA (/F1 11 Tf 0 g) /DR << /Font << /F1 ${font} 0 R >> >> >>`
  );
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** The oldest encryption of PDF (RC4 with 40 bits), which every reader knows. */
function createEncryption({ userPassword, ownerPassword }: PdfOptions) {
  if (userPassword === undefined && ownerPassword === undefined) return undefined;
  const padded = (password: string): Buffer => Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);
  const md5 = (...parts: readonly Uint8Array[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();
  const id = '00112233445566778899aabbccddeeff';
  const permissions = Buffer.from('fcffffff', 'hex');
  const user = padded(userPassword ?? '');
  const owner = rc4(md5(padded(ownerPassword ?? userPassword ?? '')).subarray(0, 5), user);
  const key = md5(user, owner, permissions, Buffer.from(id, 'hex')).subarray(0, 5);
  const check = rc4(key, padding);
  return {
    id,
    dictionary: `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${check.toString('hex')}> /P -4 >>`,
    encrypt: (object: number, data: Uint8Array): Buffer =>
      rc4(md5(key, Buffer.of(object & 0xff, (object >> 8) & 0xff, (object >> 16) & 0xff, 0, 0)).subarray(0, 10), data),
  };
}

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number): number => state[index & 0xff] ?? 0;
  const swap = (a: number, b: number): void => {
    [state[a & 0xff], state[b & 0xff]] = [at(b), at(a)];
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j += at(i) + (key[i % key.length] ?? 0);
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return Buffer.from(
    data.map((byte) => {
      i += 1;
      j += at(i);
      swap(i, j);
      return byte ^ at(at(i) + at(j));
    }),
  );
}

function hex4(code: number): string {
  return code.toString(16).padStart(4, '0');
}

/** Returns lines of text from the top of a page. */
export function column(x: number, lines: readonly string[], top = 780, options: Partial<PdfText> = {}): readonly PdfText[] {
  const leading = (options.size ?? 11) * 1.3;
  return lines.map((text, index) => ({ x, y: top - index * leading, text, ...options }));
}
