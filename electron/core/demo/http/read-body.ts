import type * as z from 'zod';
import { parseJson } from '../../../contract/json.ts';
import type { RequestError, ValidationItem } from '../dialects/request-error.ts';

/** A parsed body, or why it is invalid. */
type ReadBody<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: RequestError };

/** Parses a JSON body with its schema. */
export function readBody<T>(body: string, schema: z.ZodType<T>): ReadBody<T> {
  const value = parseJson(body);
  if (value === undefined) return { ok: false, problem: { kind: 'not-json' } };
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const items = parsed.error.issues.map((issue): ValidationItem => {
    const isMissing = valueAt(value, issue.path) === undefined;
    const loc = ['body', ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))];
    return isMissing ? { type: 'missing', loc, msg: 'Field required' } : { type: issue.code, loc, msg: issue.message };
  });
  return { ok: false, problem: { kind: 'invalid-body', items } };
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? (inner as Readonly<Record<PropertyKey, unknown>>)[step] : undefined),
    value,
  );
}
