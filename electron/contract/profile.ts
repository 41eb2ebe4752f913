import * as z from 'zod';
import { catalogEntrySchema } from './catalog.ts';

/** Which way in: the proxy with a token, or the engines themselves. */
export const modeSchema = z.enum(['proxy', 'direct']);
export type Mode = z.infer<typeof modeSchema>;

/** The user's machine in the research cloud, through which the tunnel goes. */
export const instanceSchema = z
  .object({ host: z.string().trim().min(1), port: z.number().int().min(1).max(65535), login: z.string().trim().min(1) })
  .readonly();
export type Instance = z.infer<typeof instanceSchema>;

/** The service itself. */
export const serviceSchema = z
  .object({
    name: z.string().trim().min(1).max(80),
    baseUrl: z.string().max(2048),
    /** Name or address the instance forwards to; null means the host of the base URL. */
    inferenceServer: z.string().trim().min(1).nullable(),
    /** A PEM file with certificate authorities to trust besides the system's. */
    caFile: z.string().min(1).nullable(),
    catalog: z.array(catalogEntrySchema).readonly(),
  })
  .readonly();
export type Service = z.infer<typeof serviceSchema>;

/** The built-in profile, supplied at run time and never stored. */
export const demoProfileId = 'demo';

/** What the user enters; the id is ours. */
export const profileDraftSchema = z.object({ service: serviceSchema, instance: instanceSchema.nullable(), mode: modeSchema }).readonly();
export type ProfileDraft = z.infer<typeof profileDraftSchema>;

/** Everything about one service and the way to it, secrets excepted: those live in the keychain. */
export const profileSchema = profileDraftSchema
  .unwrap()
  .extend({ id: z.string().min(1).max(80) })
  .readonly();
export type Profile = z.infer<typeof profileSchema>;

/** An edit names only what changes. */
export const profileChangeSchema = profileDraftSchema.unwrap().partial().strict().readonly();
export type ProfileChange = z.infer<typeof profileChangeSchema>;
