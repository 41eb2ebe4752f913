import type * as z from 'zod';
import { parseJson } from '../../../contract/json.ts';
import type { RequestError, ValidationItem } from '../dialects/request-error.ts';

/** A body that was understood, or why it was not. */
export type ReadBody<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: RequestError };

/** Reads a JSON body against its schema. */
export function readBody<T>(body: string, schema: z.ZodType<T>): ReadBody<T> {
  const value = parseJson(body);
  if (value === undefined) return { ok: false, problem: { kind: 'not-json' } };
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const items = parsed.error.issues.map((issue): ValidationItem => {
    const isMissing = at(value, issue.path) === undefined;
    const loc = ['body', ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))];
    return isMissing ? { type: 'missing', loc, msg: 'Field required' } : { type: issue.code, loc, msg: issue.message };
  });
  return { ok: false, problem: { kind: 'invalid-body', items } };
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? (inner as Readonly<Record<PropertyKey, unknown>>)[step] : undefined),
    value,
  );
}
