import * as z from 'zod';
import { failureSchema } from './failure-schema.ts';

/** Where a secret is kept: in the system's keychain, or until the program ends. */
export const secretStorageSchema = z.enum(['keychain', 'until-quit']);
export type SecretStorage = z.infer<typeof secretStorageSchema>;

/** All that the window ever learns of a secret after it was entered. */
export const secretStatusSchema = z.discriminatedUnion('state', [
  /** The keychain is still being asked. */
  z.object({ state: z.literal('unread') }).readonly(),
  z.object({ state: z.literal('not-set') }).readonly(),
  z.object({ state: z.literal('set'), keeping: secretStorageSchema, since: z.number().nullable(), tail: z.string().max(4) }).readonly(),
  /** The keychain could not be asked; the secret may well be there. */
  z.object({ state: z.literal('unreadable'), failure: failureSchema }).readonly(),
]);
export type SecretStatus = z.infer<typeof secretStatusSchema>;
