import * as z from 'zod';
import { catalogEntrySchema } from './catalog.ts';
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

/** How the service is reached: through the proxy with a token, or the engines directly. */
export const modeSchema = z.enum(['proxy', 'direct']);
export type Mode = z.infer<typeof modeSchema>;

/** The user's machine in the research cloud, which the tunnel goes through. */
export const instanceSchema = z
  .object({
    host: z.string().trim().min(1),
    port: z.number().int().min(1).max(65535),
    login: z.string().trim().min(1),
    /** An entry of the ssh config. Host, port and login are the values it had when it was chosen. */
    alias: z.string().trim().min(1).nullable().default(null),
    /** SSH implementation of the tunnel: ssh2 in this process, or the system's ssh. */
    transport: z.enum(['ssh2', 'openssh']).default('ssh2'),
  })
  .readonly();
export type Instance = z.infer<typeof instanceSchema>;

/** How direct mode connects. `auto` detects whether the tunnel is needed. */
export const directRouteSchema = z.enum(['auto', 'tunnel', 'straight']);
export type DirectRoute = z.infer<typeof directRouteSchema>;

/** The service. */
export const serviceSchema = z
  .object({
    name: z.string().trim().min(1).max(80),
    baseUrl: z.string().max(2048),
    /** Name or address that the instance forwards to. Defaults to the host of the base URL if null. */
    inferenceServer: z.string().trim().min(1).nullable(),
    /** A PEM file with certificate authorities to trust in addition to the system's. */
    caFile: z.string().min(1).nullable(),
    catalog: z.array(catalogEntrySchema).readonly(),
  })
  .readonly();
export type Service = z.infer<typeof serviceSchema>;

/** A profile as entered by the user, without its id. */
export const profileDraftSchema = z
  .object({
    service: serviceSchema,
    instance: instanceSchema.nullable(),
    mode: modeSchema,
    directRoute: directRouteSchema.default('auto'),
  })
  .readonly();
export type ProfileDraft = z.infer<typeof profileDraftSchema>;

/** A service and how it is reached. Secrets are in the keychain. */
export const profileSchema = profileDraftSchema
  .unwrap()
  .extend({ id: z.string().min(1).max(80) })
  .readonly();
export type Profile = z.infer<typeof profileSchema>;

/** A change contains only the changed fields. */
export const profileChangeSchema = z
  .strictObject({
    service: serviceSchema.exactOptional(),
    instance: instanceSchema.nullable().exactOptional(),
    mode: modeSchema.exactOptional(),
    directRoute: directRouteSchema.exactOptional(),
  })
  .readonly();
export type ProfileChange = z.infer<typeof profileChangeSchema>;

/** A certificate authority, by what a user compares before trusting it. */
export const authoritySchema = z.object({ subject: z.string(), fingerprint: z.string(), validTo: z.string() }).readonly();
export type Authority = z.infer<typeof authoritySchema>;

/** An exported profile as the window shows it before it is added. */
export const profilePreviewSchema = z
  .object({
    /** The file's text, which is passed back to add it. */
    text: z.string(),
    name: z.string(),
    baseUrl: z.string(),
    inferenceServer: z.string().nullable(),
    /** As `login@host:port`. */
    instance: z.string().nullable(),
    authorities: z.array(authoritySchema).readonly(),
  })
  .readonly();
export type ProfilePreview = z.infer<typeof profilePreviewSchema>;

/** An entry of the user's ssh config that can be used as instance. */
export const sshAliasSchema = z
  .object({ alias: z.string(), host: z.string(), port: z.number().int(), login: z.string(), notes: z.array(z.string()).readonly() })
  .readonly();
export type SshAlias = z.infer<typeof sshAliasSchema>;
