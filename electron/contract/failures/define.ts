import type { Failure, FailureCode, FailureParams } from '../failure.ts';

/** Where a failure is shown. A remedy names a button in the window and a flag in the terminal. */
export type Surface = 'window' | 'check' | 'terminal' | 'api';

/** The part of a route where the connection check found a failure. */
export type CheckSite = 'instance' | 'behind-tunnel' | 'straight' | 'proxy';

/** A rendered failure: what happened, and what to do. The remedy may be empty. */
export interface RenderedFailure {
  readonly message: string;
  readonly remedy: string;
}

/** Renders a failure that is part of another one, for the same surface. */
export type RenderCause = (cause: Failure) => RenderedFailure;

/** A sentence with its parameters in braces, as in `{host} refused the connection.`, or how to write it from them. */
export type Sentence<P> = string | ((params: P, render: RenderCause) => string);

/** The remedies of the connection check, by the part of the route where it found the failure. */
type CheckRemedies<P> = Readonly<Partial<Record<CheckSite, Sentence<P>>>>;

/** A remedy per surface. The check and the API use the window's unless they have their own, a check in the terminal the terminal's. */
export interface SurfaceRemedies<P> {
  readonly window: Sentence<P>;
  readonly terminal: Sentence<P>;
  readonly check?: Sentence<P> | CheckRemedies<P>;
  readonly terminalCheck?: Sentence<P> | CheckRemedies<P>;
  readonly api?: Sentence<P>;
}

/** The text of one failure, and the code that callers distinguish it by. */
export interface FailureText<P> {
  readonly code: FailureCode;
  readonly message: Sentence<P>;
  readonly remedy: Sentence<P> | SurfaceRemedies<P>;
}

/** Parameters of a text without any, which has braces of its own. */
export type NoParams = Readonly<Record<string, never>>;

/** A remedy without logic. */
type PlainRemedy = string | { readonly [S in keyof SurfaceRemedies<never>]: string | Readonly<Partial<Record<CheckSite, string>>> };

/** The names in the braces of a sentence. */
type NamesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The sentences of a remedy. */
type SentencesIn<R> = R extends string ? R : { [K in keyof R]: SentencesIn<R[K]> }[keyof R];

/** The parameters that are named in sentences. */
type ParamsIn<S> = Readonly<Record<NamesIn<S>, string | number>>;

/** Defines the text of a failure: its code, what happened in one sentence, and what to do in one sentence or ''. */
export function text<const M extends string, const R extends PlainRemedy>(
  code: FailureCode,
  message: M,
  remedy: R,
): FailureText<ParamsIn<M | SentencesIn<R>>>;
/** Defines a text whose sentences depend on the parameters. */
export function text<P extends FailureParams>(
  code: FailureCode,
  message: Sentence<P>,
  remedy: Sentence<P> | SurfaceRemedies<P>,
): FailureText<P>;
export function text<P>(code: FailureCode, message: Sentence<P>, remedy: Sentence<P> | SurfaceRemedies<P>): FailureText<P> {
  return { code, message, remedy };
}

/** The remedy for what passes by itself. The connection check isn't tried but run again. */
export const tryAgain = { window: 'Try again.', terminal: 'Try again.', check: 'Check again.', terminalCheck: 'Check again.' };

/** A remedy of the check for what only the operator can repair. */
export const checkAgainLater = 'Check again in a minute, and contact the service operator if it still fails.';
