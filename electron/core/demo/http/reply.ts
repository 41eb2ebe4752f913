import type { ServerResponse } from 'node:http';
import type { Timing } from '../dialects/dialect.ts';

type Headers = Readonly<Record<string, string>>;

/** A response before it is sent. */
export type Reply =
  | { readonly kind: 'json'; readonly status: number; readonly body: object; readonly headers?: Headers }
  | { readonly kind: 'text'; readonly status: number; readonly type: string; readonly text: string; readonly headers?: Headers }
  /** An answer that takes the time of its tokens. */
  | { readonly kind: 'answer'; readonly tokens: number; readonly tokensPerSecond: number; readonly body: (timing: Timing) => object }
  | { readonly kind: 'stream'; readonly tokensPerSecond: number; readonly frames: Iterable<StreamFrame> };

/** Creates a JSON reply. */
export function json(status: number, body: object, headers: Headers = {}): Reply {
  return { kind: 'json', status, body, headers };
}

/** Creates an error page like that of the web server in front. */
export function page(status: number, title: string, headers: Headers = {}): Reply {
  const text = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;
  return { kind: 'text', status, type: 'text/html', text, headers };
}

/** One step of a streamed answer. The text is created when it is sent, because some of it contains timings. */
export type StreamFrame =
  | { readonly kind: 'data'; readonly tokens: number; readonly text: (timing: Timing) => string }
  | { readonly kind: 'done' }
  /** Does anything else, such as a pause. Resolves to false if the response is over. */
  | { readonly kind: 'step'; readonly run: (response: ServerResponse, signal: AbortSignal) => Promise<boolean> };

/** Creates an event of the stream. */
export function event(value: object, tokens = 0): StreamFrame {
  return { kind: 'data', tokens, text: () => `data: ${JSON.stringify(value)}\n\n` };
}

/** Creates an event with timings. */
export function timedEvent(value: (timing: Timing) => object): StreamFrame {
  return { kind: 'data', tokens: 0, text: (timing) => `data: ${JSON.stringify(value(timing))}\n\n` };
}
