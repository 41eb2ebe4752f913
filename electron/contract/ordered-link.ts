/** A frame with a numbered message, or only a receipt. `got` is the number of the last message received. */
export interface LinkFrame<M> {
  readonly got: number;
  readonly number?: number;
  readonly message?: M;
}

/** Serializes a frame whose message is already JSON. */
export function serializeFrame({ got, number, message }: LinkFrame<string>): string {
  return number === undefined ? `{"got":${got}}` : `{"got":${got},"number":${number},"message":${message ?? 'null'}}`;
}

/** One end of a link that survives reconnects. Every message is delivered once, in order. */
export interface OrderedLink<Out, In> {
  /** Sends at once, or after the next `connect` if there is no connection. */
  readonly send: (message: Out) => void;
  /** Handles a received frame. Duplicates are dropped. */
  readonly receive: (frame: LinkFrame<In>) => void;
  /** Switches to a new connection and resends the messages after `got`. */
  readonly connect: (write: (frame: LinkFrame<Out>) => void, got: number) => void;
  readonly disconnect: () => void;
  /** Returns the number of the last message received. */
  readonly got: () => number;
  /** Returns the messages not yet confirmed, oldest first. */
  readonly unconfirmed: () => readonly Out[];
}

export interface OrderedLinkOptions<In> {
  /** Called once for each message received. */
  readonly deliver: (message: In) => void;
  /** After how many messages a separate receipt is sent. */
  readonly receiptEvery: number;
}

/** Creates one end of a link. */
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
