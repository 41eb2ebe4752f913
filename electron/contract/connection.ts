import * as z from 'zod';
import { modelSchema } from './catalog.ts';
import { failureSchema } from './failure-schema.ts';
import { modeSchema } from './profile.ts';

/** The service in use, as the window shows it. */
export const connectionSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('starting') }).readonly(),
  z
    .object({
      state: z.literal('ready'),
      profile: z.object({ id: z.string(), name: z.string(), isDemo: z.boolean() }).readonly(),
      mode: modeSchema,
      models: z.array(modelSchema).readonly(),
    })
    .readonly(),
  z.object({ state: z.literal('failed'), failure: failureSchema }).readonly(),
]);
export type Connection = z.infer<typeof connectionSchema>;
