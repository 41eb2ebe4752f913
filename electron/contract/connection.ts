import * as z from 'zod';
import { modelSchema } from './catalog.ts';
import { failureSchema } from './failure-schema.ts';
import { directRouteSchema, modeSchema, secretStatusSchema } from './profile.ts';

/** A question of the tunnel to the user. Each is answered or dismissed. */
export const sshQuestionSchema = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('host-key'),
      hop: z.string(),
      address: z.string(),
      keyType: z.string(),
      fingerprint: z.string(),
      randomart: z.string(),
    })
    .readonly(),
  z.object({ kind: z.literal('passphrase'), hop: z.string(), keyFile: z.string(), isAgain: z.boolean() }).readonly(),
  z.object({ kind: z.literal('password'), hop: z.string(), login: z.string(), isAgain: z.boolean() }).readonly(),
  z
    .object({
      kind: z.literal('prompts'),
      hop: z.string(),
      title: z.string(),
      instructions: z.string(),
      prompts: z.array(z.object({ text: z.string(), isSecret: z.boolean() }).readonly()).readonly(),
      /** Whether the previous answers were rejected. */
      isAgain: z.boolean(),
    })
    .readonly(),
]);
export type SshQuestion = z.infer<typeof sshQuestionSchema>;

export const sshReplySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('host-key'), isTrusted: z.boolean() }).readonly(),
  z.object({ kind: z.literal('secret'), secret: z.string().max(10_000), keep: z.boolean() }).readonly(),
  z.object({ kind: z.literal('prompts'), answers: z.array(z.string().max(10_000)).max(50).readonly() }).readonly(),
  z.object({ kind: z.literal('given-up') }).readonly(),
]);
export type SshReply = z.infer<typeof sshReplySchema>;

/** A question waiting for its answer. */
export const pendingSshQuestionSchema = z.object({ id: z.string(), question: sshQuestionSchema }).readonly();
export type PendingSshQuestion = z.infer<typeof pendingSshQuestionSchema>;

/** State of the tunnel. Times are in milliseconds since 1970. */
export const tunnelPhaseSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }).readonly(),
  z.object({ kind: z.literal('connecting'), hop: z.string().nullable(), identity: z.string().nullable() }).readonly(),
  z.object({ kind: z.literal('waiting-for-user'), question: sshQuestionSchema }).readonly(),
  z.object({ kind: z.literal('ready'), since: z.number() }).readonly(),
  z.object({ kind: z.literal('suspect'), cause: z.string() }).readonly(),
  z.object({ kind: z.literal('waiting-to-retry'), until: z.number(), failure: failureSchema }).readonly(),
  z.object({ kind: z.literal('failed'), failure: failureSchema }).readonly(),
  z.object({ kind: z.literal('stopped') }).readonly(),
]);
export type TunnelPhase = z.infer<typeof tunnelPhaseSchema>;

/** The tunnel as shown in the window. */
export const tunnelStatusSchema = z
  .object({
    /** The user's name for the instance. */
    instance: z.string(),
    transport: z.enum(['ssh2', 'openssh']),
    state: tunnelPhaseSchema,
    roundTripMs: z.number().nullable(),
    /** Answers that continue over earlier connections. */
    earlierAnswers: z.number().int(),
  })
  .readonly();
export type TunnelStatus = z.infer<typeof tunnelStatusSchema>;

/** Statistics of the tunnel, read while they are shown. */
export const tunnelActivitySchema = z
  .object({
    received: z.number(),
    sent: z.number(),
    openChannels: z.number().int(),
    roundTripMs: z.number().nullable(),
    uptimeMs: z.number(),
    reconnects: z.number().int(),
    /** Newest last. `state` is the kind of the new state. */
    changes: z.array(z.object({ at: z.number(), state: z.string(), cause: z.string() }).readonly()).readonly(),
    /** Options of the ssh config that aren't supported. */
    notes: z.array(z.string()).readonly(),
  })
  .readonly();
export type TunnelActivity = z.infer<typeof tunnelActivitySchema>;

/** Result of the last model list request. */
export const modelListStatusSchema = z
  .object({ mode: modeSchema, segment: z.string().nullable(), ms: z.number(), failure: failureSchema.nullable() })
  .readonly();
export type ModelListStatus = z.infer<typeof modelListStatusSchema>;

const profileSummarySchema = z.object({ id: z.string(), name: z.string(), isDemo: z.boolean() }).readonly();

/** The active service, as shown in the window. */
export const connectionSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('starting') }).readonly(),
  z
    .object({
      state: z.literal('ready'),
      profile: profileSummarySchema,
      mode: modeSchema,
      models: z.array(modelSchema).readonly(),
      /** How direct mode connects: as configured and as currently used. */
      direct: z.object({ wanted: directRouteSchema, now: z.enum(['undecided', 'straight', 'tunnel']), why: z.string() }).readonly(),
      tunnel: tunnelStatusSchema.nullable(),
      token: secretStatusSchema,
      /** The latest result of each model list. */
      lists: z.array(modelListStatusSchema).readonly(),
      isRefreshing: z.boolean(),
    })
    .readonly(),
  z
    .object({
      state: z.literal('failed'),
      /** The selected profile, or null if none is selected. */
      chosen: z.object({ profile: profileSummarySchema, mode: modeSchema }).readonly().nullable(),
      failure: failureSchema,
    })
    .readonly(),
]);
export type Connection = z.infer<typeof connectionSchema>;
export type ReadyConnection = Extract<Connection, { state: 'ready' }>;
