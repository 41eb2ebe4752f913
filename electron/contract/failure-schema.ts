import * as z from 'zod';
import { failureCodes } from './failure.ts';

/** A failure inside a larger value. Separate from failure.ts, which the window imports without Zod. */
export const failureSchema = z.object({ code: z.enum(failureCodes), message: z.string(), remedy: z.string() }).readonly();
