import type { Failure, FailureParams } from '../failure.ts';
import { failureTexts, isFailureReason } from './catalogue.ts';
import type { CheckSite, FailureText, RenderedFailure, Sentence, Surface, SurfaceRemedies } from './define.ts';

/** Where a failure is shown, and for the connection check, on which part of the route it occurred. */
export type Place =
  | { readonly surface: Exclude<Surface, 'check' | 'terminal'> }
  | { readonly surface: 'check'; readonly site: CheckSite }
  /** The site is set if the check runs in the terminal. */
  | { readonly surface: 'terminal'; readonly site?: CheckSite };

/** Renders a failure in plain sentences. */
export function renderFailure(failure: Failure, place: Place): RenderedFailure {
  // the parameters were checked when the failure was created
  const { message, remedy } = failureTexts[isFailureReason(failure.reason) ? failure.reason : 'unexpected'] as FailureText<FailureParams>;
  const write = (sentence: Sentence<FailureParams>): string =>
    typeof sentence === 'string' ? fill(sentence, failure.params) : sentence(failure.params, (cause) => renderFailure(cause, place));
  return { message: write(message), remedy: write(remedyAt(remedy, place)) };
}

/** Fills in the parameters that a sentence names. They are texts or numbers, as its type says. */
function fill(sentence: string, params: FailureParams): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => `${params[name] as string | number}`);
}

/** Renders a failure for the window. */
export function describeFailure(failure: Failure): RenderedFailure {
  return renderFailure(failure, { surface: 'window' });
}

/** Renders a failure as one text: what happened, then what to do. */
export function failureSentences(failure: Failure, place: Place): string {
  const { message, remedy } = renderFailure(failure, place);
  return remedy === '' ? message : `${message} ${remedy}`;
}

function remedyAt(remedy: Sentence<FailureParams> | SurfaceRemedies<FailureParams>, place: Place): Sentence<FailureParams> {
  if (typeof remedy !== 'object') return remedy;
  switch (place.surface) {
    case 'window':
      return remedy.window;
    case 'api':
      return remedy.api ?? remedy.window;
    case 'check':
      return remedyAtSite(remedy.check, place.site) ?? remedy.window;
    case 'terminal':
      return (place.site === undefined ? undefined : remedyAtSite(remedy.terminalCheck, place.site)) ?? remedy.terminal;
  }
}

function remedyAtSite(remedy: SurfaceRemedies<FailureParams>['check'], site: CheckSite): Sentence<FailureParams> | undefined {
  return typeof remedy === 'object' ? remedy[site] : remedy;
}
