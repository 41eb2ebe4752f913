import * as z from 'zod';

/** Schemas that many routes share. */
export const object = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.object(shape).readonly();
export const nothing = z.undefined();
export const id = z.string().min(1).max(100);
export const ids = z.array(id).max(100_000).readonly();
