import * as z from 'zod';
import { failureSchema } from './failure-schema.ts';

/** Where a secret is stored: in the system's keychain, or in memory until the program ends. */
export const secretStorageSchema = z.enum(['keychain', 'until-quit']);
export type SecretStorage = z.infer<typeof secretStorageSchema>;

/** Everything the window learns of a secret after it was entered. */
export const secretStatusSchema = z.discriminatedUnion('state', [
  /** The keychain is still being read. */
  z.object({ state: z.literal('unread') }).readonly(),
  z.object({ state: z.literal('not-set') }).readonly(),
  z.object({ state: z.literal('set'), keeping: secretStorageSchema, since: z.number().nullable(), tail: z.string().max(4) }).readonly(),
  /** The keychain could not be read. The secret may exist. */
  z.object({ state: z.literal('unreadable'), failure: failureSchema }).readonly(),
]);
export type SecretStatus = z.infer<typeof secretStatusSchema>;
