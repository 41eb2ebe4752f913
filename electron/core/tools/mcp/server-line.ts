import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { abortable } from '../../shared/abortable.ts';
import { makeScratchFolder } from '../bindings/process-environment.ts';
import { createProgramTransport } from './program-transport.ts';

/** A transport with what belongs to it. */
export interface Line {
  readonly transport: Transport;
  /** Limits connecting, and then each request for the list. */
  readonly connectMs: number;
  /** Returns the end of the server's error output, without secrets. */
  readonly errorOutput: () => string;
  readonly release: () => Promise<void>;
}

/** The first start of a program may download it, as `npx` does. */
const connectMs = { stdio: 60_000, http: 15_000 };
const keptCharacters = 2000;
const endSessionMs = 2000;

/** Prepares a program in a folder of its own. */
export async function stdioLine(
  argv: readonly string[],
  readEnvironment: () => Promise<Readonly<Record<string, string>>>,
  redact: (text: string) => string,
): Promise<Line> {
  const { folder, remove } = await makeScratchFolder();
  let output = '';
  const onErrorOutput = (text: string): void => {
    output = (output + text).slice(-keptCharacters);
  };
  const transport = createProgramTransport({ argv, environment: await readEnvironment(), folder, onErrorOutput });
  return { transport, connectMs: connectMs.stdio, errorOutput: () => redact(output), release: remove };
}

/** Prepares a connection over HTTP. */
export function httpLine(transport: Transport, limitMs = connectMs.http): Line {
  return { transport, connectMs: limitMs, errorOutput: () => '', release: () => Promise.resolve() };
}

/** Makes a transport end its session when it is closed, because the server would keep it otherwise. */
export function endingSession(transport: StreamableHTTPClientTransport): Transport {
  const closeConnections = transport.close.bind(transport);
  const close = async (): Promise<void> => {
    await abortable(
      transport.terminateSession().catch(() => undefined),
      AbortSignal.timeout(endSessionMs),
    );
    await closeConnections();
  };
  let closing: Promise<void> | undefined; // the SDK closes it too if connecting fails
  transport.close = () => (closing ??= close());
  return transport;
}
