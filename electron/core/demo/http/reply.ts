import type { Timing } from '../dialects/dialect.ts';
import type { StreamFrame } from './stream-frame.ts';

type Headers = Readonly<Record<string, string>>;

/** What the server answers, before a byte of it is sent. */
export type Reply =
  | { readonly kind: 'json'; readonly status: number; readonly body: object; readonly headers?: Headers }
  | { readonly kind: 'text'; readonly status: number; readonly type: string; readonly text: string; readonly headers?: Headers }
  /** An answer that takes the time its tokens take. */
  | { readonly kind: 'answer'; readonly tokens: number; readonly tokensPerSecond: number; readonly body: (timing: Timing) => object }
  | { readonly kind: 'stream'; readonly tokensPerSecond: number; readonly frames: Iterable<StreamFrame> };

/** A JSON reply. */
export function json(status: number, body: object, headers: Headers = {}): Reply {
  return { kind: 'json', status, body, headers };
}

/** A page as the web server in front of everything shows it. */
export function page(status: number, title: string, headers: Headers = {}): Reply {
  const text = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;
  return { kind: 'text', status, type: 'text/html', text, headers };
}
