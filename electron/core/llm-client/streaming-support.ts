/** Which streaming options a request uses: a stream, and a stream that reports usage. */
export interface StreamingForm {
  readonly stream: boolean;
  readonly streamOptions: boolean;
}

/** Remembers per base URL which streaming options were rejected, so they are tried only once. */
export interface StreamingSupport {
  readonly formFor: (base: string) => StreamingForm;
  readonly learn: (base: string, form: StreamingForm) => void;
}

/** Starts with all options for every base URL. */
export function createStreamingSupport(): StreamingSupport {
  const forms = new Map<string, StreamingForm>();
  return {
    formFor: (base) => forms.get(base) ?? { stream: true, streamOptions: true },
    learn: (base, form) => void forms.set(base, form),
  };
}

const refusalPattern =
  /not (?:be )?(?:supported|permitted|allowed|available|enabled|accepted|implemented|valid)|unsupported|unknown|unexpected|unrecogni[sz]ed|extra|forbidden|disabled|invalid|only (?:allowed|valid|supported)/i;

/** Returns simpler options after a rejection that is about streaming, or undefined if it is about something else. */
export function nextFallback(form: StreamingForm, status: number, text: string): StreamingForm | undefined {
  if (status !== 400 && status !== 405 && status !== 422 && status !== 501) return undefined;
  if (!refusalPattern.test(text)) return undefined;
  if (form.streamOptions && /\bstream_options\b|\binclude_usage\b/.test(text)) return { stream: form.stream, streamOptions: false };
  if (form.stream && /\bstream(?:ing|ed)?\b/i.test(text)) return { stream: false, streamOptions: false };
  return undefined;
}
