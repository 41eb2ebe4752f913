import * as z from 'zod';
import { failureCodes, type Failure, type FailureParams } from './failure.ts';

const code = z.enum(failureCodes);
const paramSchema: z.ZodType<FailureParams[string]> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string()).readonly(), failureSchema]),
);

/** A failure inside a larger value. Separate from failure.ts, which the window imports without Zod. */
export const failureSchema: z.ZodType<Failure> = z
  .object({ code, reason: z.string(), params: z.record(z.string(), paramSchema).readonly() })
  .readonly();
