import type { ErrorBody } from './errors/error-body.ts';
import type { Failure } from '../../contract/failure.ts';

/** Which streaming options a request uses: a stream, and a stream that reports usage. */
export interface StreamingForm {
  readonly stream: boolean;
  readonly streamOptions: boolean;
}

/** Remembers per base URL which streaming options were rejected, so they are tried only once. */
export type StreamingSupport = ReturnType<typeof createStreamingSupport>;

/** Starts with all options for every base URL. */
export function createStreamingSupport() {
  const forms = new Map<string, StreamingForm>();
  return {
    formFor: (base: string): StreamingForm => forms.get(base) ?? { stream: true, streamOptions: true },
    learn: (base: string, form: StreamingForm): void => void forms.set(base, form),
  };
}

const refusalPattern =
  /not (?:be )?(?:supported|permitted|allowed|available|enabled|accepted|implemented|valid)|unsupported|unknown|unexpected|unrecogni[sz]ed|extra|forbidden|disabled|invalid|only (?:allowed|valid|supported)/i;

/** A rejection: its error, and the text that the error was read from. */
interface Rejection {
  readonly status: number;
  readonly error: ErrorBody;
  readonly text: string;
}

/** Simpler options to try. */
interface Fallback {
  readonly form: StreamingForm;
  /** False if the error names another field too, which may be the cause. Then the options are not worth remembering. */
  readonly isCertain: boolean;
}

/** Returns simpler options after a rejection that is about streaming, or undefined if it is about something else. */
export function nextFallback(
  form: StreamingForm,
  { status, error, text }: Rejection,
  body: Readonly<Record<string, unknown>>,
): Fallback | undefined {
  if (status !== 400 && status !== 405 && status !== 422 && status !== 501) return undefined;
  const { message, type, param, code } = error;
  // Some services repeat the whole request as `input`, which names streaming in any case.
  const said = (message === '' ? text : [message, type, param, code].join(' ')).replace(/['"]input['"]\s*:.*$/s, '');
  if (!refusalPattern.test(said)) return undefined;
  const isCertain = !namesOptionalField(said, body);
  if (form.streamOptions && /\bstream_options\b|\binclude_usage\b/.test(said)) {
    return { form: { stream: form.stream, streamOptions: false }, isCertain };
  }
  if (form.stream && /\bstream(?:ing|ed)?\b/i.test(said)) return { form: { stream: false, streamOptions: false }, isCertain };
  return undefined;
}

/** Required fields, and those that a simpler form omits. */
const expectedFields: ReadonlySet<string> = new Set(['model', 'messages', 'prompt', 'stream', 'stream_options']);

/** Returns whether a text names a field that a request could do without, such as `tools`, also in the singular. */
function namesOptionalField(text: string, body: Readonly<Record<string, unknown>>): boolean {
  const words = new Set(text.toLowerCase().match(/\w+/g));
  return Object.keys(body).some((field) => !expectedFields.has(field) && (words.has(field) || words.has(field.replace(/s$/, ''))));
}

/** Remembers per base URL how many alternatives an engine lists at most, so that a larger number is tried only once. */
export type LogprobsSupport = ReturnType<typeof createLogprobsSupport>;

/** Starts without limits. */
export function createLogprobsSupport() {
  const limits = new Map<string, number>();
  return {
    limitFor: (base: string): number | undefined => limits.get(base),
    learn: (base: string, limit: number): void => void limits.set(base, limit),
  };
}

type Body = Readonly<Record<string, unknown>>;

const countFields = ['logprobs', 'top_logprobs', 'prompt_logprobs'] as const;

/** Lowers the number of alternatives in a request to a limit. Returns undefined if it isn't above. */
export function limitLogprobs(body: Body, limit: number | undefined): Body | undefined {
  if (limit === undefined) return undefined;
  const above = countFields.filter((field) => typeof body[field] === 'number' && body[field] > limit);
  return above.length === 0 ? undefined : { ...body, ...Object.fromEntries(above.map((field) => [field, limit])) };
}

/** Returns the limit that an engine named when it rejected a request. */
export function rejectedLimit(failure: Failure | null | undefined): number | undefined {
  const limit = failure?.reason === 'logprobs-limit' ? failure.params['limit'] : undefined;
  return typeof limit === 'number' ? limit : undefined;
}
