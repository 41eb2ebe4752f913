/** How a way can be asked: with a stream, and with the field that makes the stream tell its usage. */
export interface StreamingForm {
  readonly stream: boolean;
  readonly streamOptions: boolean;
}

/** Remembers, per base address, what its service has refused, so that it is refused once only. */
export interface StreamingSupport {
  readonly formFor: (base: string) => StreamingForm;
  readonly learn: (base: string, form: StreamingForm) => void;
}

/** Starts with the best of every way. */
export function createStreamingSupport(): StreamingSupport {
  const forms = new Map<string, StreamingForm>();
  return {
    formFor: (base) => forms.get(base) ?? { stream: true, streamOptions: true },
    learn: (base, form) => void forms.set(base, form),
  };
}

const refusalPattern =
  /not (?:be )?(?:supported|permitted|allowed|available|enabled|accepted|implemented|valid)|unsupported|unknown|unexpected|unrecogni[sz]ed|extra|forbidden|disabled|invalid|only (?:allowed|valid|supported)/i;

/** The next humbler form after a refusal that is about streaming; undefined where it is about something else. */
export function nextFallback(form: StreamingForm, status: number, text: string): StreamingForm | undefined {
  if (status !== 400 && status !== 405 && status !== 422 && status !== 501) return undefined;
  if (!refusalPattern.test(text)) return undefined;
  if (form.streamOptions && /\bstream_options\b|\binclude_usage\b/.test(text)) return { stream: form.stream, streamOptions: false };
  if (form.stream && /\bstream(?:ing|ed)?\b/i.test(text)) return { stream: false, streamOptions: false };
  return undefined;
}
