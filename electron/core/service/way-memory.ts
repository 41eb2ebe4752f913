/** How a way can be asked: with a stream, and with the field that makes the stream tell its usage. */
export interface AskingForm {
  readonly stream: boolean;
  readonly streamOptions: boolean;
}

/** Remembers, per base address, what its service has refused, so that it is refused once only. */
export interface WayMemory {
  readonly formFor: (base: string) => AskingForm;
  readonly learn: (base: string, form: AskingForm) => void;
}

/** Starts with the best of every way. */
export function createWayMemory(): WayMemory {
  const forms = new Map<string, AskingForm>();
  return {
    formFor: (base) => forms.get(base) ?? { stream: true, streamOptions: true },
    learn: (base, form) => void forms.set(base, form),
  };
}

const refusalPattern =
  /not (?:be )?(?:supported|permitted|allowed|available|enabled|accepted|implemented|valid)|unsupported|unknown|unexpected|unrecogni[sz]ed|extra|forbidden|disabled|invalid|only (?:allowed|valid|supported)/i;

/** The next humbler form after a refusal that is about streaming; undefined where it is about something else. */
export function humblerForm(form: AskingForm, status: number, text: string): AskingForm | undefined {
  if (status !== 400 && status !== 405 && status !== 422 && status !== 501) return undefined;
  if (!refusalPattern.test(text)) return undefined;
  if (form.streamOptions && /\bstream_options\b|\binclude_usage\b/.test(text)) return { stream: form.stream, streamOptions: false };
  if (form.stream && /\bstream(?:ing|ed)?\b/i.test(text)) return { stream: false, streamOptions: false };
  return undefined;
}
