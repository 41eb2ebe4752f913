import { programFailures } from './program.ts';
import type { Failed, Failure, FailureCode } from '../failure.ts';
import type { FailureText, NoParams } from './define.ts';

/** Texts by reason. Only the code is needed to create a failure. */
type Texts = Readonly<Record<string, { readonly code: FailureCode }>>;

/** The parameters that the text of a reason needs. */
type ParamsOf<T extends Texts, R extends keyof T> = T[R] extends FailureText<infer P> ? P : never;

type Arguments<T extends Texts, R extends keyof T> = ParamsOf<T, R> extends NoParams ? [] : [params: ParamsOf<T, R>];

/** Creates failures of certain reasons. */
interface Failures<T extends Texts> {
  /** Creates a failure with the parameters that its text needs. */
  readonly failure: <R extends keyof T & string>(reason: R, ...params: Arguments<T, R>) => Failure;
  /** Creates a failed result. */
  readonly fail: <R extends keyof T & string>(reason: R, ...params: Arguments<T, R>) => Failed;
}

/** Returns the functions that create failures of these texts. */
export function createFailures<T extends Texts>(texts: T): Failures<T> {
  const failure: Failures<T>['failure'] = <R extends keyof T & string>(reason: R, ...[params]: Arguments<T, R>) => {
    const { code } = texts[reason] as T[R];
    return { code, reason, params: params ?? {} };
  };
  return { failure, fail: (reason, ...params) => ({ ok: false, failure: failure(reason, ...params) }) };
}

/** Failures of code that runs before the first page is served. All texts together would delay it. */
export const { failure, fail } = createFailures(programFailures);
