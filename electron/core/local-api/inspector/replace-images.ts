import { createHash } from 'node:crypto';
import { detectImageType } from '../../../contract/image-header.ts';

/** Finds the first characters of a run of Base64, with the backslashes of escapes, that follows `;base64,` or is long enough to be an image. */
const candidate = /(?<=;base64,)[a-z\d+/=\\]|(?<![a-z\d+/=\\])[a-z\d+/=\\]{60}/gi;
/** Finds a run at the end that may become longer. */
const shortRun = /(?<![a-z\d+/=\\])[a-z\d+/=\\]{1,59}$/gi;
const otherCharacter = /[^a-z\d+/=\\]/gi;

/**
 * Replaces the Base64 of images in a JSON text by their type, size and hash. Takes the text in chunks, and calls `write` with what is
 * left. Recognizes images after `;base64,` and, because Anthropic's Messages have none, by their first bytes.
 */
export function createImageReplacer(write: (bytes: Buffer) => void) {
  let image: ReturnType<typeof createContent> | undefined;
  /** The characters before, which say how a run begins. */
  let before = '';
  let waiting = '';
  return {
    add: (chunk: Buffer): void => {
      const text = before + waiting + chunk.toString('latin1');
      const written: string[] = [];
      let at = before.length;
      while (at < text.length) {
        if (image) {
          const end = indexFrom(otherCharacter, text, at) ?? text.length;
          image.add(text.slice(at, end));
          at = end;
          if (end === text.length) break;
          written.push(image.describe(), image.unfinished());
          image = undefined;
        }
        const start = findImage(text, at);
        const end = start ?? indexFrom(shortRun, text, at) ?? text.length;
        written.push(text.slice(at, end));
        at = end;
        if (start === undefined) break;
        image = createContent();
      }
      waiting = text.slice(at);
      before = text.slice(Math.max(0, at - ';base64,'.length), at);
      write(Buffer.from(written.join(''), 'latin1'));
    },
    /** Returns what is not written yet, because its end hasn't arrived. */
    rest: (): string => image?.describe() ?? waiting,
  };
}

function indexFrom(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index;
}

function findImage(text: string, from: number): number | undefined {
  candidate.lastIndex = from;
  for (let found = candidate.exec(text); found; found = candidate.exec(text)) {
    const [run] = found;
    if (run.length === 1 || detectImageType(Buffer.from(unescape(run), 'base64'))) return found.index;
  }
  return undefined;
}

/** JSON may escape a slash and a plus sign, with more backslashes in JSON within JSON. */
function unescape(text: string): string {
  return text.replaceAll(/\\+(?:u([\da-f]{4}))?/gi, (_, code: string | undefined) =>
    code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Measures the content of an image while its Base64 arrives. */
function createContent() {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let size = 0;
  /** An escape without its end. */
  let unfinished = '';
  /** Less than four characters, which are three bytes. */
  let carry = '';
  return {
    add: (text: string): void => {
      const all = unfinished + text;
      unfinished = /\\+(?:u[\da-f]{0,3})?$/i.exec(all.slice(-12))?.[0] ?? '';
      const characters = carry + unescape(all.slice(0, all.length - unfinished.length));
      const whole = characters.length - (characters.length % 4);
      carry = characters.slice(whole);
      const bytes = Buffer.from(characters.slice(0, whole), 'base64');
      if (head.length < 64) head = Buffer.concat([head, bytes.subarray(0, 64)]);
      hash.update(bytes);
      size += bytes.length;
    },
    /** Returns backslashes at the end. They belong to the quotation mark after them in JSON within JSON. */
    unfinished: (): string => unfinished,
    describe: (): string => {
      const end = Buffer.from(carry, 'base64');
      const type = detectImageType(Buffer.concat([head, end])) ?? 'data';
      return `<${type}, ${size + end.length} bytes, SHA-256 ${hash.copy().update(end).digest('hex')}>`;
    },
  };
}
