import * as z from 'zod';
import { modelSchema } from './catalog.ts';
import { failureSchema } from './failure-schema.ts';
import { directRouteSchema, modeSchema } from './profile.ts';
import { sshQuestionSchema } from './ssh-question.ts';
import { secretStatusSchema } from './secret.ts';

/** Where the tunnel stands; times are in milliseconds since 1970. */
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

/** The tunnel as the window shows it. */
export const tunnelStatusSchema = z
  .object({
    /** What the user calls the instance. */
    instance: z.string(),
    transport: z.enum(['ssh2', 'openssh']),
    /** Why the system's ssh carries it though the profile does not ask for it, as part of a sentence. */
    transportReason: z.string().nullable(),
    state: tunnelPhaseSchema,
    roundTripMs: z.number().nullable(),
    /** Answers under way over connections that were in use before. */
    earlierAnswers: z.number().int(),
  })
  .readonly();
export type TunnelStatus = z.infer<typeof tunnelStatusSchema>;

/** What the tunnel has done, asked for while somebody looks. */
export const tunnelActivitySchema = z
  .object({
    received: z.number(),
    sent: z.number(),
    openChannels: z.number().int(),
    roundTripMs: z.number().nullable(),
    uptimeMs: z.number(),
    reconnects: z.number().int(),
    /** Newest last; `state` is the kind of state it changed to. */
    changes: z.array(z.object({ at: z.number(), state: z.string(), cause: z.string() }).readonly()).readonly(),
    /** What the ssh config asks for and can't be honoured. */
    notes: z.array(z.string()).readonly(),
  })
  .readonly();
export type TunnelActivity = z.infer<typeof tunnelActivitySchema>;

/** How the last look at a model list went. */
export const modelListStatusSchema = z
  .object({ mode: modeSchema, segment: z.string().nullable(), ms: z.number(), failure: failureSchema.nullable() })
  .readonly();
export type ModelListStatus = z.infer<typeof modelListStatusSchema>;

const profileSummarySchema = z.object({ id: z.string(), name: z.string(), isDemo: z.boolean() }).readonly();

/** The service in use, as the window shows it. */
export const connectionSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('starting') }).readonly(),
  z
    .object({
      state: z.literal('ready'),
      profile: profileSummarySchema,
      mode: modeSchema,
      models: z.array(modelSchema).readonly(),
      /** How the direct way leaves this computer: as the user wants it, and as it is now. */
      direct: z.object({ wanted: directRouteSchema, now: z.enum(['undecided', 'straight', 'tunnel']), why: z.string() }).readonly(),
      tunnel: tunnelStatusSchema.nullable(),
      token: secretStatusSchema,
      /** One for each list that was asked for, newest look only. */
      lists: z.array(modelListStatusSchema).readonly(),
      isRefreshing: z.boolean(),
    })
    .readonly(),
  z
    .object({
      state: z.literal('failed'),
      /** What could not be connected to; none where nothing is chosen. */
      chosen: z.object({ profile: profileSummarySchema, mode: modeSchema }).readonly().nullable(),
      failure: failureSchema,
    })
    .readonly(),
]);
export type Connection = z.infer<typeof connectionSchema>;
export type ReadyConnection = Extract<Connection, { state: 'ready' }>;
