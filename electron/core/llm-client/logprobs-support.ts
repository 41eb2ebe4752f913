import type { Failure } from '../../contract/failure.ts';

/** Remembers per base URL how many alternatives an engine lists at most, so that a larger number is tried only once. */
export interface LogprobsSupport {
  readonly limitFor: (base: string) => number | undefined;
  readonly learn: (base: string, limit: number) => void;
}

/** Starts without limits. */
export function createLogprobsSupport(): LogprobsSupport {
  const limits = new Map<string, number>();
  return { limitFor: (base) => limits.get(base), learn: (base, limit) => void limits.set(base, limit) };
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
