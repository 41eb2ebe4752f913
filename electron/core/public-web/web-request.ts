/** What is asked of the web, and the limits it is held to. */
export interface WebRequest {
  readonly method: string;
  /** http or https. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  readonly limitMs: number;
  readonly limitBytes: number;
}

/** What came back. */
export interface WebResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
  /** The body was longer than the limit; this is its beginning. */
  readonly isCut: boolean;
}
