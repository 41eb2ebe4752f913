/** A kind of file that a model can't read as text. */
export type FileKind = 'pdf' | 'image' | 'office' | 'archive';

/** Enough bytes to recognize every kind. */
export const fileKindBytes = 4096;

/* oxlint-disable no-control-regex -- signatures have control characters */
/** The first bytes of each kind, as Latin-1. */
const signatures: readonly (readonly [kind: FileKind, pattern: RegExp])[] = [
  ['pdf', /^%PDF-/],
  ['image', /^(?:\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|II\*\0|MM\0\*|\0\0[\x01\x02]\0)/],
  ['image', /^(?:RIFF.{4}WEBP|BM.{4}\0{4}|.{4}ftyp(?:avi[fs]|hei[cfmsx]|hev[cmsx]|miaf|m[is]f1))/s],
  // Old formats of Microsoft Office, and RTF. The newer ones are ZIP files with these names first.
  ['office', /^(?:\xd0\xcf\x11\xe0|\{\\rtf)/],
  ['office', /^PK\x03\x04.*?(?:\[Content_Types\]\.xml|mimetypeapplication\/vnd\.oasis\.opendocument|_rels\/|docProps\/)/s],
  ['archive', /^(?:PK\x03\x04|PK\x05\x06|\x1f\x8b|BZh\d1AY|\xfd7zXZ\0|7z\xbc\xaf|Rar!\x1a|\x28\xb5\x2f\xfd|.{257}ustar)/s],
];
/* oxlint-enable no-control-regex */

/** Recognizes a file by its content, whatever its name. Returns undefined for text and for everything unknown. */
export function detectFileKind(bytes: Uint8Array): FileKind | undefined {
  const beginning = String.fromCharCode(...bytes.subarray(0, fileKindBytes));
  return signatures.find(([, pattern]) => pattern.test(beginning))?.[0];
}
