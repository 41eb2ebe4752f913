import * as z from 'zod';
import { catalogEntrySchema } from './catalog.ts';

/** Which way in: the proxy with a token, or the engines themselves. */
export const modeSchema = z.enum(['proxy', 'direct']);
export type Mode = z.infer<typeof modeSchema>;

/** The user's machine in the research cloud, through which the tunnel goes. */
export const instanceSchema = z
  .object({
    host: z.string().trim().min(1),
    port: z.number().int().min(1).max(65535),
    login: z.string().trim().min(1),
    /** An entry of the ssh config that says the rest; host, port and login are then what it said when it was chosen. */
    alias: z.string().trim().min(1).nullable().default(null),
    /** Who carries the tunnel: ssh2 in this process, or the system's own ssh. */
    transport: z.enum(['ssh2', 'openssh']).default('ssh2'),
  })
  .readonly();
export type Instance = z.infer<typeof instanceSchema>;

/** How the direct way leaves this computer: `auto` finds out whether the tunnel is needed. */
export const directRouteSchema = z.enum(['auto', 'tunnel', 'straight']);
export type DirectRoute = z.infer<typeof directRouteSchema>;

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

/** What the user enters; the id is ours. */
export const profileDraftSchema = z
  .object({
    service: serviceSchema,
    instance: instanceSchema.nullable(),
    mode: modeSchema,
    directRoute: directRouteSchema.default('auto'),
  })
  .readonly();
export type ProfileDraft = z.infer<typeof profileDraftSchema>;

/** Everything about one service and the way to it, secrets excepted: those live in the keychain. */
export const profileSchema = profileDraftSchema
  .unwrap()
  .extend({ id: z.string().min(1).max(80) })
  .readonly();
export type Profile = z.infer<typeof profileSchema>;

/** An edit names only what changes. */
export const profileChangeSchema = z
  .strictObject({
    service: serviceSchema.exactOptional(),
    instance: instanceSchema.nullable().exactOptional(),
    mode: modeSchema.exactOptional(),
    directRoute: directRouteSchema.exactOptional(),
  })
  .readonly();
export type ProfileChange = z.infer<typeof profileChangeSchema>;

/** A machine of the user's ssh config that can be chosen as instance. */
export const sshAliasSchema = z
  .object({ alias: z.string(), host: z.string(), port: z.number().int(), login: z.string(), notes: z.array(z.string()).readonly() })
  .readonly();
export type SshAlias = z.infer<typeof sshAliasSchema>;
