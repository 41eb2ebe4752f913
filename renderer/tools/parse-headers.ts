import type { ToolBinding } from '../../electron/contract/tool.ts';

/** The headers of a request. */
export type Headers = Extract<ToolBinding, { kind: 'http' }>['headers'];

const token = /^[!#$%&'*+.^`|~\w-]+$/u;

/** The headers of a text, one a line; a line that is none becomes a name without a value, so that it is not lost. */
export function parseHeaders(text: string): Headers {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      const name = line.slice(0, colon).trim();
      return colon > 0 && token.test(name) ? { name, value: line.slice(colon + 1).trim() } : { name: line.trim(), value: '' };
    });
}

/** What is wrong with headers, in words; undefined where nothing is. One without a value has lost it, as in a file that was shared. */
export function headersError(headers: Headers): string | undefined {
  const wrong = headers.find(({ name, value }) => !token.test(name) || value === '');
  if (wrong === undefined) return undefined;
  return token.test(wrong.name) ? `“${wrong.name}” has no value yet: Name: value.` : `“${wrong.name}” is no header: Name: value.`;
}
