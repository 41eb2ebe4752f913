/** What travels on a connection: a numbered message, or a receipt alone. `got` is the number of the last message that arrived. */
export interface LinkFrame<M> {
  readonly got: number;
  readonly number?: number;
  readonly message?: M;
}

/** One end of a link that outlasts its connections: every message arrives once, in the order it was sent. */
export interface OrderedLink<Out, In> {
  /** Sends at once, or after the next `connect` if there is no connection. */
  readonly send: (message: Out) => void;
  /** Takes a frame that arrived; drops what arrived before. */
  readonly receive: (frame: LinkFrame<In>) => void;
  /** Uses a new connection: sends again what the other end, by its `got`, does not have. */
  readonly connect: (write: (frame: LinkFrame<Out>) => void, got: number) => void;
  readonly disconnect: () => void;
  /** The number of the last message that arrived here. */
  readonly got: () => number;
  /** What was sent and is not known to have arrived, the oldest first. */
  readonly unconfirmed: () => readonly Out[];
}

export interface OrderedLinkOptions<In> {
  /** Hears each message of the other end once. */
  readonly deliver: (message: In) => void;
  /** After how many messages a receipt is sent if nothing else is. */
  readonly receiptEvery: number;
}

/** Makes one end. */
export function createOrderedLink<Out, In>({ deliver, receiptEvery }: OrderedLinkOptions<In>): OrderedLink<Out, In> {
  let write: ((frame: LinkFrame<Out>) => void) | undefined;
  let got = 0;
  let receipted = 0;
  /** Messages `confirmed + 1` to `confirmed + waiting.length`. */
  let waiting: Out[] = [];
  let confirmed = 0;

  const confirm = (theirs: number): void => {
    const count = Math.min(theirs - confirmed, waiting.length);
    if (count <= 0) return;
    waiting = waiting.slice(count);
    confirmed += count;
  };
  const writeFrame = (frame: Omit<LinkFrame<Out>, 'got'>): void => {
    if (!write) return;
    receipted = got;
    write({ got, ...frame });
  };

  return {
    send: (message) => {
      waiting.push(message);
      writeFrame({ number: confirmed + waiting.length, message });
    },
    receive: ({ got: theirs, number, message }) => {
      confirm(theirs);
      if (number !== got + 1) return;
      got = number;
      deliver(message as In); // every numbered frame has one
      if (got - receipted >= receiptEvery) writeFrame({});
    },
    connect: (next, theirs) => {
      write = next;
      confirm(theirs);
      for (const [index, message] of waiting.entries()) writeFrame({ number: confirmed + index + 1, message });
    },
    disconnect: () => void (write = undefined),
    got: () => got,
    unconfirmed: () => waiting,
  };
}
