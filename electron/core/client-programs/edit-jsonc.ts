/** A step to a value: the name of a member, or the element of an array whose `name` this is. */
export type Step = string | { readonly name: string };

/** A value in a text, by its place. */
interface Place {
  readonly start: number;
  readonly end: number;
}

interface Value extends Place {
  readonly kind: 'object' | 'array' | 'plain';
  /** Members of an object or elements of an array, with where they begin. */
  readonly children: readonly { readonly key: string; readonly start: number; readonly value: Value }[];
}

/** Thrown inside this file for text that isn't JSON. */
class NotJson extends Error {}

const trivia = /(?:\s|\uFEFF|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
const plain = /"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y;

/** Reads JSON with comments and trailing commas. Throws `NotJson`. */
function parse(text: string): Value | undefined {
  let at = 0;
  const skip = (): void => {
    trivia.lastIndex = at;
    trivia.test(text);
    at = trivia.lastIndex;
  };
  const readPlain = (): Place => {
    plain.lastIndex = at;
    if (!plain.test(text)) throw new NotJson();
    const start = at;
    at = plain.lastIndex;
    return { start, end: at };
  };
  const read = (depth: number): Value => {
    const kind = text[at] === '{' ? 'object' : text[at] === '[' ? 'array' : 'plain';
    if (depth > 100) throw new NotJson();
    if (kind === 'plain') return { kind, children: [], ...readPlain() };
    const start = at;
    const close = kind === 'object' ? '}' : ']';
    const children: Value['children'][number][] = [];
    at += 1;
    skip();
    while (text[at] !== close) {
      const begin = at;
      let key = '';
      if (kind === 'object') {
        const { end } = readPlain();
        key = String(JSON.parse(text.slice(begin, end)));
        skip();
        if (text[at] !== ':') throw new NotJson();
        at += 1;
        skip();
      }
      children.push({ key, start: begin, value: read(depth + 1) });
      skip();
      if (text[at] === ',') at += 1;
      else if (text[at] !== close) throw new NotJson();
      skip();
    }
    at += 1;
    return { kind, start, end: at, children };
  };
  skip();
  if (at === text.length) return undefined;
  const value = read(0);
  skip();
  if (at < text.length) throw new NotJson();
  return value;
}

function toJson(text: string, value: Value): unknown {
  if (value.kind === 'plain') return JSON.parse(text.slice(value.start, value.end));
  if (value.kind === 'array') return value.children.map((child) => toJson(text, child.value));
  return Object.fromEntries(value.children.map((child) => [child.key, toJson(text, child.value)]));
}

/** Returns the child at a step. The last of two with the same name counts, as in other parsers. */
function childAt(text: string, { children }: Value, step: Step): Value['children'][number] | undefined {
  if (typeof step === 'string') return children.findLast(({ key }) => key === step);
  return children.find(({ value }) => {
    const name = value.children.find(({ key }) => key === 'name')?.value;
    return name?.kind === 'plain' && toJson(text, name) === step.name;
  });
}

/** Returns the value at a path, or undefined if there is none or the text isn't JSON. */
export function readJsonc(text: string, path: readonly Step[]): unknown {
  try {
    let value = parse(text);
    for (const step of path) value = value && childAt(text, value, step)?.value;
    return value && toJson(text, value);
  } catch {
    return undefined;
  }
}

/** Sets the value at a path. Everything else in the text stays as it is. Returns undefined if the text isn't JSON, or has another form. */
export function setInJsonc(text: string, path: readonly Step[], value: unknown): string | undefined {
  try {
    const root = parse(text);
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
    const print = (printed: unknown, indent: string): string => JSON.stringify(printed, null, unit).replaceAll('\n', eol + indent);
    if (!root) return `${text.trimEnd()}${text.trim() === '' ? '' : eol}${print(wrap(path, value), '')}${eol}`;

    let parent = root;
    for (const [index, step] of path.entries()) {
      if (parent.kind !== (typeof step === 'string' ? 'object' : 'array')) return undefined;
      const child = childAt(text, parent, step);
      if (!child) {
        const member = (indent: string): string =>
          `${typeof step === 'string' ? `${JSON.stringify(step)}: ` : ''}${print(wrap(path.slice(index + 1), value), indent)}`;
        return insert(text, parent, { member, eol, unit });
      }
      parent = child.value;
    }
    return text.slice(0, parent.start) + print(value, indentAt(text, parent.start)) + text.slice(parent.end);
  } catch {
    return undefined;
  }
}

function wrap(path: readonly Step[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, step) => (typeof step === 'string' ? { [step]: inner } : [inner]), value);
}

function indentAt(text: string, position: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', position - 1) + 1))?.[0] ?? '';
}

/** Adds a member after the others of an object or array, and after a comment behind the last one. */
function insert(
  text: string,
  { start, end, children }: Value,
  { member, eol, unit }: { readonly member: (indent: string) => string; readonly eol: string; readonly unit: string },
): string {
  const last = children.at(-1);
  const outer = indentAt(text, start);
  if (!last) {
    const isOpen = text.slice(start, end).includes('\n');
    return `${text.slice(0, start + 1)}${eol}${outer}${unit}${member(outer + unit)}${isOpen ? '' : eol + outer}${text.slice(start + 1)}`;
  }
  const indent = text.slice(start, last.start).includes('\n') ? indentAt(text, last.start) : outer + unit;
  const { end: after } = last.value;
  const [rest = '', comma = ''] = /^[ \t]*(,?)[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)?[ \t]*(?=\r?\n)/.exec(text.slice(after)) ?? [];
  const [head, tail] = [text.slice(0, after), text.slice(after + rest.length)];
  return `${head}${comma === '' ? ',' : ''}${rest}${eol}${indent}${member(indent)}${tail}`;
}
