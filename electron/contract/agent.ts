import * as z from 'zod';
import { failureSchema } from './failure-schema.ts';
import { modeSchema } from './profile.ts';

/** Where the loopback server stands. */
export const agentStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off') }).readonly(),
  z.object({ kind: z.literal('starting') }).readonly(),
  z.object({ kind: z.literal('listening'), port: z.number().int() }).readonly(),
  z
    .object({
      kind: z.literal('failed'),
      failure: failureSchema,
      /** The program that holds the port, where it can be told. */
      heldBy: z.string().nullable(),
      nextFreePort: z.number().int().nullable(),
    })
    .readonly(),
]);
export type AgentState = z.infer<typeof agentStateSchema>;

const origin = z
  .string()
  .max(300)
  .regex(/^https?:\/\/[^/\s?#@]+$/);

/** What the user has decided about it. */
export const agentSettingsSchema = z
  .object({
    isOn: z.boolean(),
    port: z.number().int().min(1024).max(65535),
    /** The Demo's own, so that no real script ever gets invented data. */
    demoPort: z.number().int().min(1024).max(65535),
    /** Direct paths ask for a key too: `where-needed` asks where the caller's user can't be told. */
    keyOnDirect: z.enum(['where-needed', 'always', 'never']),
    /** Web pages that may call, as full origins. */
    allowedOrigins: z.array(origin).max(100).readonly(),
    /** The plain forward to the inference server; null: off. */
    plainForwardPort: z.number().int().min(1024).max(65535).nullable(),
  })
  .readonly();
export type AgentSettings = z.infer<typeof agentSettingsSchema>;
export const agentSettingsChangeSchema = agentSettingsSchema.unwrap().partial().strict().readonly();
export type AgentSettingsChange = z.infer<typeof agentSettingsChangeSchema>;

/** As it is until the user changes something. */
export const defaultAgentSettings: AgentSettings = {
  isOn: true,
  port: 7333,
  demoPort: 7334,
  keyOnDirect: 'where-needed',
  allowedOrigins: [],
  plainForwardPort: null,
};

/** A key as it is listed; itself it is shown once and kept as a hash only. */
export const agentKeySchema = z
  .object({ id: z.string(), name: z.string(), tail: z.string(), createdAt: z.number(), lastUsedAt: z.number().nullable() })
  .readonly();
export type AgentKey = z.infer<typeof agentKeySchema>;

/** One request that came to the agent. */
export const agentRequestSchema = z
  .object({
    id: z.number().int(),
    at: z.number(),
    /** The key's name; null: none was needed. */
    key: z.string().nullable(),
    userAgent: z.string(),
    method: z.string(),
    path: z.string(),
    model: z.string().nullable(),
    way: modeSchema.nullable(),
    status: z.number().int().nullable(),
    firstByteMs: z.number().nullable(),
    durationMs: z.number().nullable(),
    tokensPerSecond: z.number().nullable(),
    bytesIn: z.number(),
    bytesOut: z.number(),
    failure: z.string().nullable(),
    /** Redacted, and only while the user has them recorded. */
    requestBody: z.string().nullable(),
    responseBody: z.string().nullable(),
  })
  .readonly();
export type AgentRequest = z.infer<typeof agentRequestSchema>;

/** How to point a program at the agent. */
export const snippetSchema = z.object({ id: z.string(), title: z.string(), language: z.string(), text: z.string() }).readonly();
export type Snippet = z.infer<typeof snippetSchema>;

/** All that the window shows of the agent, but for the requests. */
export const agentStatusSchema = z
  .object({
    state: agentStateSchema,
    settings: agentSettingsSchema,
    keys: z.array(agentKeySchema).readonly(),
    snippets: z.array(snippetSchema).readonly(),
    /** Bodies are recorded until then; null: they are not. */
    recordsBodiesUntil: z.number().nullable(),
    /** Whether the caller's user can be told here, so that direct paths need no key. */
    canTellUser: z.boolean(),
    /** Why the plain forward is not there, where it is wanted. */
    plainForwardFailure: failureSchema.nullable().exactOptional(),
  })
  .readonly();
export type AgentStatus = z.infer<typeof agentStatusSchema>;
