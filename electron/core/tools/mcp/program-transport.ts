import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { StdioClientTransport, getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { killGroup } from '../../shared/process-group.ts';
import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { abortable } from '../../shared/abortable.ts';
import { makeScratchFolder } from '../bindings/process-environment.ts';

/** A server's program, and what it runs with. */
interface Program {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly onErrorOutput: (text: string) => void;
}

const maxBufferSize = 8_000_000;

/** How long a program may take to end once its input has ended, and after each signal. */
const endMs = 2000;

/** Talks to a program over its pipes. Closing it also ends all that the program started, because `npx` and scripts only start the server. */
function createProgramTransport(program: Program): Transport {
  return process.platform === 'win32' ? windowsTransport(program) : groupTransport(program);
}

/** Runs the program in a process group of its own, which the SDK's transport can't. */
function groupTransport({ argv: [command = '', ...args], environment, folder, onErrorOutput }: Program): Transport {
  const buffer = new ReadBuffer({ maxBufferSize });
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<true>();
  const closesInTime = (): Promise<boolean> => Promise.race([closed, delay(endMs, false, { ref: false })]);
  let child: ChildProcess | undefined;
  let closing: Promise<void> | undefined;

  const report = (error: unknown): void => transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
  const readMessages = (): void => {
    for (;;) {
      try {
        const message = buffer.readMessage();
        if (message === null) return;
        transport.onmessage?.(message);
      } catch (error) {
        report(error); // a line that isn't a message is skipped
      }
    }
  };
  const read = (piece: Buffer): void => {
    try {
      buffer.append(piece);
    } catch (error) {
      report(error);
      void transport.close();
    }
    readMessages();
  };

  const start = (): ChildProcess => {
    const started = spawn(command, args, {
      cwd: folder,
      env: { ...getDefaultEnvironment(), ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true, // its own group, so that its children can be ended with it
      shell: false,
    });
    started.on('error', (error) => {
      if (started.pid === undefined) onClosed(true);
      report(error);
    });
    started.once('exit', () => {
      killGroup(started, 'SIGTERM');
      void transport.close();
    });
    started.once('close', () => onClosed(true));
    // without a free file descriptor, there are no pipes
    started.stdin?.on('error', report);
    started.stdout?.on('error', report).on('data', read);
    started.stderr?.setEncoding('utf8').on('data', onErrorOutput);
    return started;
  };

  const end = async (started: ChildProcess): Promise<void> => {
    started.stdin?.end();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) if (!(await closesInTime())) killGroup(started, signal);
    if (!(await closesInTime())) {
      // a process that has left the group keeps the pipes open
      for (const pipe of started.stdio) pipe?.destroy();
      started.unref();
    }
    killGroup(started, 'SIGKILL'); // for processes of the group that don't use the pipes
    transport.onclose?.();
  };

  const transport: Transport = {
    start: async () => {
      child = start();
      await once(child, 'spawn');
    },
    send: async (message) => {
      const stdin = child?.stdin;
      if (!stdin?.writable) throw new Error('not connected');
      if (!stdin.write(serializeMessage(message))) await Promise.race([once(stdin, 'drain'), closed]);
    },
    close: async () => (closing ??= child && end(child)),
  };
  return transport;
}

/** Uses the SDK's transport, which also starts scripts such as `npx.cmd`, but would end only the program that runs the script. */
function windowsTransport({ argv: [command = '', ...args], environment, folder, onErrorOutput }: Program): Transport {
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...environment },
    cwd: folder,
    stderr: 'pipe',
    maxBufferSize,
  });
  transport.stderr?.on('data', (piece: Buffer) => onErrorOutput(piece.toString()));
  const closeProgram = transport.close.bind(transport);
  const closeTree = async (): Promise<void> => {
    const child = transport['_process'] as ChildProcess | undefined; // what it has spawned
    const killing = setTimeout(() => child && killGroup(child, 'SIGKILL'), endMs / 2); // before the SDK ends the program alone
    await closeProgram();
    clearTimeout(killing);
  };
  // the SDK closes it too if connecting fails, and only the first call would wait for the program's end
  let closing: Promise<void> | undefined;
  transport.close = () => (closing ??= closeTree());
  return transport;
}

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
