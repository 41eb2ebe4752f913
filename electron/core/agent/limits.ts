/** How much the agent takes at once; the next one is told to come back. */
export interface AgentLimits {
  readonly headerBytes: number;
  /** Until the head of a request is there. */
  readonly headersMs: number;
  /** Until all of a request is there. */
  readonly requestMs: number;
  /** Between two pieces of a request's body, while we would take one. */
  readonly bodyIdleMs: number;
  readonly bodyBytes: number;
  /** Of all the bodies that are held together, to read their model. */
  readonly heldBytes: number;
  readonly connections: number;
  /** Open connections over which one key was shown. */
  readonly connectionsPerKey: number;
  readonly concurrent: number;
  /** Requests at once for one key, or for all who come without one. */
  readonly perCaller: number;
  /** Until the service in use is known, such as while the demo starts. */
  readonly groundMs: number;
  /** Between two signs of life for a client that waits for the tunnel. */
  readonly signMs: number;
}

const mebibyte = 1024 * 1024;

/** Far more than a person with some programs needs, and less than would hurt this computer. */
export const defaultLimits: AgentLimits = {
  headerBytes: 32 * 1024,
  headersMs: 10_000,
  requestMs: 300_000,
  bodyIdleMs: 30_000,
  bodyBytes: 64 * mebibyte,
  heldBytes: 256 * mebibyte,
  connections: 1024,
  connectionsPerKey: 256,
  concurrent: 512,
  perCaller: 256,
  groundMs: 20_000,
  signMs: 10_000,
};
