import { createHash, type Hash } from 'node:crypto';
import { detectFileKind } from '../../../contract/file-kind.ts';
import { readImageHeader } from '../../../contract/image-header.ts';

/** The characters of Base64, and the backslash that some programs write before a slash. */
const isBase64 = Uint8Array.from({ length: 256 }, (_, code) => (/[A-Za-z0-9+/=\\]/.test(String.fromCharCode(code)) ? 1 : 0));

/** Enough to recognize an image by its first bytes. */
const headLength = 256;
/** No shorter run is an image without `base64,` before it. */
const minLength = 40;

/** A run of characters that may be Base64. */
interface Run {
  /** Its first characters, until it is known whether it is an image. */
  head: string;
  /** Set if it is an image. */
  content: ReturnType<typeof createContent> | undefined;
  isText: boolean;
}

/**
 * Replaces the Base64 of images in a JSON text by their type, size and hash. Takes the text in chunks, and calls `write` with what is
 * left. Recognizes images after `base64,` and, because Anthropic's Messages have none, by their first bytes.
 */
export function createImageFilter(write: (bytes: Buffer) => void) {
  let run: Run | undefined;
  /** The end of what was written. */
  let before = '';
  let written: Buffer[] = [];

  const writeText = (bytes: Buffer): void => {
    if (bytes.length === 0) return;
    before = (before + bytes.toString('latin1', Math.max(0, bytes.length - 7))).slice(-7);
    written.push(bytes);
  };
  const decide = (current: Run, isWhole: boolean): void => {
    const bytes = Buffer.from(current.head.replaceAll('\\', ''), 'base64');
    const isImage = before === 'base64,' || (current.head.length >= minLength && detectFileKind(bytes) === 'image');
    if (isImage) {
      current.content = createContent();
      current.content.add(current.head);
    } else if (isWhole || current.head.length >= headLength) {
      current.isText = true;
      writeText(Buffer.from(current.head, 'latin1'));
    }
    current.head = '';
  };
  const describe = ({ head, content }: Run): string => (content ? content.describe() : head);
  const end = (): void => {
    if (run && !run.content && !run.isText) decide(run, true);
    if (run?.content) writeText(Buffer.from(run.content.describe() + (run.content.escapesNext() ? '\\' : ''), 'latin1'));
    run = undefined;
  };

  const read = (chunk: Buffer): void => {
    let at = 0;
    while (at < chunk.length) {
      const start = at;
      while (at < chunk.length && isBase64[chunk[at] ?? 0] === (run ? 1 : 0)) at += 1;
      const piece = chunk.subarray(start, at);
      if (!run) writeText(piece);
      else if (run.content) run.content.add(piece.toString('latin1'));
      else if (run.isText) writeText(piece);
      else {
        run.head += piece.toString('latin1');
        if (run.head.length >= headLength) decide(run, false);
      }
      if (at === chunk.length) return;
      if (run) end();
      else run = { head: '', content: undefined, isText: false };
    }
  };

  return {
    add: (chunk: Buffer): void => {
      read(chunk);
      write(Buffer.concat(written)); // at once, because every word of a text is a run
      written = [];
    },
    /** Returns what is not written yet, because its end hasn't arrived. */
    rest: (): string => (run ? describe(run) : ''),
  };
}

/** Measures the content of an image while its Base64 arrives. */
function createContent() {
  const hash: Hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let size = 0;
  /** Less than four characters, which are three bytes. */
  let carry = '';
  let last = '';
  const addBytes = (bytes: Buffer): void => {
    if (head.length < 64) head = Buffer.concat([head, bytes.subarray(0, 64)]);
    hash.update(bytes);
    size += bytes.length;
  };
  return {
    add: (text: string): void => {
      last = text.slice(-1) || last;
      const characters = carry + text.replaceAll('\\', '');
      const whole = characters.length - (characters.length % 4);
      carry = characters.slice(whole);
      addBytes(Buffer.from(characters.slice(0, whole), 'base64'));
    },
    /** Whether its last character is a backslash, which belongs to the quotation mark after it in JSON within JSON. */
    escapesNext: (): boolean => last === '\\',
    describe: (): string => {
      const end = Buffer.from(carry, 'base64');
      const type = readImageHeader(head)?.type ?? 'data';
      return `<${type}, ${size + end.length} bytes, SHA-256 ${hash.copy().update(end).digest('hex')}>`;
    },
  };
}
