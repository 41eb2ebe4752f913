import type { HostMessage, PageMessage } from '../../../electron/contract/browser-channel.ts';
import { helloSchema } from '../../../electron/contract/browser-channel.ts';
import { ok } from '../../../electron/contract/failure.ts';
import { createPageChannel, type ChannelState, type PageChannel, type PageCommand } from '../../../renderer/bridge/page-channel.ts';
import type { Access, Socket, SocketEvents } from '../../../renderer/bridge/reconnecting-socket.ts';

/** A connection whose texts arrive one at a time, and only when the test delivers them. */
interface FakeSocket {
  readonly events: SocketEvents;
  readonly toProgram: string[];
  readonly toPage: string[];
  isOpen: boolean;
  unsent: number;
}

/** A page's channel over connections, timers and a program that the test controls. */
export interface FakeChannel {
  readonly channel: PageChannel;
  readonly states: ChannelState[];
  readonly commands: PageCommand[];
  readonly sockets: FakeSocket[];
  readonly received: () => readonly PageMessage[];
  readonly reloads: () => number;
  readonly send: (message: HostMessage) => void;
  /** Delivers one text at either end. Returns false if none is in transit. */
  readonly step: (towards: 'page' | 'program') => boolean;
  /** Delivers everything. */
  readonly settle: () => Promise<void>;
  /** Cuts the connection and loses everything in transit. */
  readonly cut: () => void;
  /** Ends the program with all its state. */
  readonly kill: () => void;
  readonly start: () => void;
  /** Keeps the program running, but it does nothing. */
  readonly suspend: (isSuspended: boolean) => void;
  readonly advance: (ms: number) => Promise<void>;
  access: Access;
  saveNow: () => void;
  hasUnsavedForm: boolean;
}

export interface FakeChannelOptions {
  /** The program's response to a call. None by default. */
  readonly answer?: (message: PageMessage) => HostMessage | undefined;
  readonly maxMessageLength?: number;
}

export function createFakeChannel({ answer = () => undefined, ...limits }: FakeChannelOptions = {}): FakeChannel {
  const sockets: FakeSocket[] = [];
  const states: ChannelState[] = [];
  const orders: PageCommand[] = [];
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  let time = 0;
  let reloads = 0;
  let isRunning = true;
  let isSuspended = false;
  let starts = 1;
  let received: PageMessage[] = [];
  /** The connections that the program has welcomed. */
  const known = new Set<FakeSocket>();

  const newest = (): FakeSocket | undefined => sockets.findLast(({ isOpen }) => isOpen);
  const close = (socket: FakeSocket): void => {
    if (!socket.isOpen) return;
    socket.isOpen = false;
    socket.events.onClose();
  };
  const takeAtProgram = (socket: FakeSocket, text: string): void => {
    const sendTo = (message: HostMessage) => void socket.toPage.push(JSON.stringify(message));
    if (!known.has(socket)) {
      helloSchema.parse(JSON.parse(text));
      known.add(socket);
      return sendTo({ kind: 'welcome', program: `start ${starts}` });
    }
    const message = JSON.parse(text) as PageMessage;
    received.push(message);
    if (message.kind === 'ping') return sendTo({ kind: 'pong' });
    const answered = answer(message);
    if (answered) sendTo(answered);
  };

  const played: FakeChannel = {
    access: 'unreachable',
    saveNow: () => undefined,
    hasUnsavedForm: false,
    states,
    commands: orders,
    sockets,
    received: () => received,
    reloads: () => reloads,
    send: (message) => newest()?.toPage.push(JSON.stringify(message)),
    step: (towards) => {
      const socket = newest();
      if (!socket || (towards === 'program' && isSuspended)) return false;
      const text = (towards === 'page' ? socket.toPage : socket.toProgram).shift();
      if (text === undefined) return false;
      if (towards === 'page') socket.events.onText(text);
      else takeAtProgram(socket, text);
      return true;
    },
    settle: async () => {
      do await new Promise((resolve) => setImmediate(resolve));
      while (played.step('program') || played.step('page'));
    },
    cut: () => {
      const socket = newest();
      if (socket) close(socket);
    },
    kill: () => {
      isRunning = false;
      for (const socket of sockets) close(socket);
      received = [];
      starts += 1;
    },
    start: () => void (isRunning = true),
    suspend: (suspended) => void (isSuspended = suspended),
    advance: async (ms) => {
      const until = time + ms;
      for (let rounds = 0; rounds < 1000; rounds += 1) {
        await played.settle();
        const next = [...timers].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
        if (!next) return void (time = until);
        timers.delete(next);
        time = Math.max(time, next.at);
        next.run();
      }
      throw new Error('the channel never comes to rest');
    },
    channel: createPageChannel({
      ...limits,
      page: 'a-page-that-was-loaded-once',
      open: (events): Socket => {
        const socket: FakeSocket = { events, toProgram: [], toPage: [], isOpen: true, unsent: 0 };
        sockets.push(socket);
        queueMicrotask(() => {
          if (isRunning) events.onOpen();
          else close(socket);
        });
        return {
          send: (text) => {
            if (socket.isOpen) socket.toProgram.push(text);
          },
          close: () => queueMicrotask(() => close(socket)),
          unsent: () => socket.unsent,
        };
      },
      checkAccess: () => Promise.resolve(played.access),
      schedule: (run, ms) => {
        const timer = { at: time + ms, run };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
      random: () => 1,
      now: () => time,
      onCommand: (order) => void orders.push(order),
      onState: (state) => {
        if (states.at(-1) !== state) states.push(state);
      },
      saveNow: () => played.saveNow(),
      hasUnsavedForm: () => played.hasUnsavedForm,
      reload: () => {
        reloads += 1;
      },
    }),
  };
  return played;
}

/** Answers every call with its own input. */
export function echo(message: PageMessage): HostMessage | undefined {
  if (message.kind !== 'request' || message.request.kind !== 'call') return undefined;
  return { kind: 'answer', id: message.request.id, result: ok(message.request.input) };
}
