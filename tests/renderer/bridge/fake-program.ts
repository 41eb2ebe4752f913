import type { HostMessage, PageMessage } from '../../../electron/contract/browser-channel.ts';
import { helloSchema, pageFrameSchema } from '../../../electron/contract/browser-channel.ts';
import { ok } from '../../../electron/contract/failure.ts';
import { createOrderedLink, type OrderedLink } from '../../../electron/contract/ordered-link.ts';
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
  let program: { readonly received: PageMessage[]; readonly links: Map<string, OrderedLink<HostMessage, PageMessage>> } = {
    received: [],
    links: new Map(),
  };
  const pageOf = new Map<FakeSocket, string>();

  const newest = (): FakeSocket | undefined => sockets.findLast(({ isOpen }) => isOpen);
  const close = (socket: FakeSocket): void => {
    if (!socket.isOpen) return;
    socket.isOpen = false;
    const page = pageOf.get(socket);
    if (page !== undefined) program.links.get(page)?.disconnect();
    socket.events.onClose();
  };
  const takeAtProgram = (socket: FakeSocket, text: string): void => {
    const page = pageOf.get(socket);
    if (page === undefined) {
      const hello = helloSchema.parse(JSON.parse(text));
      pageOf.set(socket, hello.page);
      const known = program.links.get(hello.page);
      const { received } = program;
      const link =
        known ??
        createOrderedLink<HostMessage, PageMessage>({
          deliver: (message) => {
            received.push(message);
            const answered = answer(message);
            if (answered) link.send(answered);
          },
          receiptEvery: 1,
        });
      program.links.set(hello.page, link);
      socket.toPage.push(JSON.stringify({ isKnown: known !== undefined, got: link.got() }));
      link.connect((frame) => void socket.toPage.push(JSON.stringify(frame)), known ? hello.got : 0);
      return;
    }
    const { got, number, message } = pageFrameSchema.parse(JSON.parse(text));
    program.links.get(page)?.receive({ got, ...(number === undefined ? {} : { number, message: message as PageMessage }) });
  };

  const played: FakeChannel = {
    access: 'unreachable',
    saveNow: () => undefined,
    hasUnsavedForm: false,
    states,
    commands: orders,
    sockets,
    received: () => program.received,
    reloads: () => reloads,
    send: (message) => {
      for (const link of program.links.values()) link.send(message);
    },
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
      program = { received: [], links: new Map() };
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
          close: () => {
            queueMicrotask(() => {
              close(socket);
            });
          },
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
      saveNow: () => {
        played.saveNow();
      },
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
