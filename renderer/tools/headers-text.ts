import type { ToolBinding } from '../../electron/contract/tool.ts';

/** The headers of a request. */
export type Headers = Extract<ToolBinding, { kind: 'http' }>['headers'];

const header = /^([!#$%&'*+.^`|~\w-]+):(.*)$/u;

/** The headers of a text, one a line; lines that are none are left out. */
export function parseHeaders(text: string): Headers {
  return text.split('\n').flatMap((line) => {
    const match = header.exec(line.trim());
    return match === null ? [] : [{ name: match[1] ?? '', value: (match[2] ?? '').trim() }];
  });
}

/** The first line that is no header, where there is one. */
export function wrongHeader(text: string): string | undefined {
  return text.split('\n').find((line) => line.trim() !== '' && !header.test(line.trim()));
}
