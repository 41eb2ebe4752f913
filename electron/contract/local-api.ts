import * as z from 'zod';
import { allowedOriginPattern } from './constants.ts';
import { failureSchema } from './failure-schema.ts';
import { modeSchema } from './profile.ts';

/** State of the local API server. */
export const localApiStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off') }).readonly(),
  z.object({ kind: z.literal('starting') }).readonly(),
  z.object({ kind: z.literal('listening'), port: z.number().int() }).readonly(),
  z
    .object({
      kind: z.literal('failed'),
      failure: failureSchema,
      /** The program that uses the port, if known. */
      heldBy: z.string().nullable(),
      nextFreePort: z.number().int().nullable(),
    })
    .readonly(),
]);
export type LocalApiState = z.infer<typeof localApiStateSchema>;

/** Another dialect that can be answered by chat completions. */
export const translatedFromSchema = z.enum(['responses', 'messages']);
export type TranslatedFrom = z.infer<typeof translatedFromSchema>;

const origin = z.string().max(300).regex(allowedOriginPattern);

/** The user's settings of the local API. */
export const localApiSettingsSchema = z
  .object({
    isOn: z.boolean(),
    port: z.number().int().min(1024).max(65535),
    /** Separate port of the demo, so that real scripts never get invented data. */
    demoPort: z.number().int().min(1024).max(65535),
    /** Whether direct paths need a key. `where-needed` asks for one if the caller's OS user can't be determined. */
    keyOnDirect: z.enum(['where-needed', 'always', 'never']),
    /** Origins of web pages, apps and extensions that may call. */
    allowedOrigins: z.array(origin).max(100).readonly(),
    /** Port of the raw forward to the inference server. Null if it is off. */
    plainForwardPort: z.number().int().min(1024).max(65535).nullable(),
    /** Dialects that are passed on unchanged where the service answers them itself. The others are always translated. */
    passedOn: z.array(translatedFromSchema).readonly(),
  })
  .readonly();
export type LocalApiSettings = z.infer<typeof localApiSettingsSchema>;
export const localApiSettingsChangeSchema = localApiSettingsSchema.unwrap().partial().strict().readonly();
export type LocalApiSettingsChange = z.infer<typeof localApiSettingsChangeSchema>;

/** Settings until the user changes them. */
export const defaultLocalApiSettings: LocalApiSettings = {
  isOn: true,
  port: 7333,
  demoPort: 7334,
  keyOnDirect: 'where-needed',
  allowedOrigins: [],
  plainForwardPort: null,
  passedOn: ['messages'],
};

/** A listed key. The key itself is shown once and stored only as a hash. */
export const localKeySchema = z
  .object({ id: z.string(), name: z.string(), tail: z.string(), createdAt: z.number(), lastUsedAt: z.number().nullable() })
  .readonly();
export type LocalKey = z.infer<typeof localKeySchema>;

/** One request to the local API. */
export const localApiRequestSchema = z
  .object({
    id: z.number().int(),
    at: z.number(),
    /** The key's name. Null if none was needed. */
    key: z.string().nullable(),
    userAgent: z.string(),
    method: z.string(),
    path: z.string(),
    model: z.string().nullable(),
    /** The mode. Public under this name, because requests are exported as NDJSON. */
    mode: modeSchema.nullable(),
    status: z.number().int().nullable(),
    firstByteMs: z.number().nullable(),
    durationMs: z.number().nullable(),
    tokensPerSecond: z.number().nullable(),
    bytesIn: z.number(),
    bytesOut: z.number(),
    failure: z.string().nullable(),
    /** Redacted. Null unless the user has enabled recording. */
    requestBody: z.string().nullable(),
    responseBody: z.string().nullable(),
    /** The request and its answer as sent to and received from the service. Null if they were passed on unchanged. */
    translation: z
      .object({
        from: translatedFromSchema,
        /** What chat completions have no form for, such as a tool that runs at the client's maker. */
        leftOut: z.array(z.string()).readonly(),
        requestBody: z.string().nullable(),
        responseBody: z.string().nullable(),
      })
      .readonly()
      .nullable(),
  })
  .readonly();
export type LocalApiRequest = z.infer<typeof localApiRequestSchema>;

/** Instructions for using the local API from a program. */
export const snippetSchema = z.object({ id: z.string(), title: z.string(), language: z.string(), text: z.string() }).readonly();
export type Snippet = z.infer<typeof snippetSchema>;

/** A program that can use the local API: one that `causeway launch` starts, or one with a file of its own. */
const clientProgramSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    isInstalled: z.boolean(),
    /** The model it would use. Null if none is fit, or the chosen one isn't. */
    model: z.string().nullable(),
    /** Why it can't use the chosen model. */
    unfit: z.string().nullable(),
    setUp: z.discriminatedUnion('kind', [
      /** The command that starts it, and the one that installs it. */
      z.object({ kind: z.literal('command'), command: z.string(), install: z.string() }).readonly(),
      z.object({ kind: z.literal('file'), file: z.string(), usedModel: z.string().nullable(), canUndo: z.boolean() }).readonly(),
    ]),
  })
  .readonly();
export type ClientProgramStatus = z.infer<typeof clientProgramSchema>;

/** The programs, and the models of the current mode. */
export const clientProgramListSchema = z
  .object({
    programs: z.array(clientProgramSchema).readonly(),
    models: z.array(z.object({ id: z.string(), isFit: z.boolean() }).readonly()).readonly(),
  })
  .readonly();
export type ClientProgramList = z.infer<typeof clientProgramListSchema>;

/** What setting up a program changes in its file. Secrets are masked. */
export const programChangeSchema = z
  .object({
    title: z.string(),
    file: z.string(),
    isNewFile: z.boolean(),
    difference: z.array(z.object({ isAdded: z.boolean(), text: z.string() }).readonly()).readonly(),
  })
  .readonly();
export type ProgramChange = z.infer<typeof programChangeSchema>;

/** What came back when a request was sent as a program sends it. */
export const programCheckSchema = z.object({ model: z.string(), calledTool: z.boolean(), durationMs: z.number() }).readonly();
export type ProgramCheck = z.infer<typeof programCheckSchema>;

/** Whether the service answers a dialect itself. */
export const serviceDialectSchema = z
  .object({
    /** The engine's path segment. Null for the proxy. */
    segment: z.string().nullable(),
    from: translatedFromSchema,
    isNative: z.boolean(),
  })
  .readonly();
export type ServiceDialect = z.infer<typeof serviceDialectSchema>;

/** Everything the window shows of the local API, except the requests. */
export const localApiStatusSchema = z
  .object({
    state: localApiStateSchema,
    settings: localApiSettingsSchema,
    keys: z.array(localKeySchema).readonly(),
    snippets: z.array(snippetSchema).readonly(),
    /** As far as it is known of the active profile's service. */
    dialects: z.array(serviceDialectSchema).readonly(),
    /** Bodies are recorded until this time. Null if they are not recorded. */
    recordsBodiesUntil: z.number().nullable(),
    /** Whether the caller's OS user can be determined, so that direct paths need no key. */
    canTellUser: z.boolean(),
    /** Why the raw forward is enabled but not available. */
    plainForwardFailure: failureSchema.nullable().exactOptional(),
  })
  .readonly();
export type LocalApiStatus = z.infer<typeof localApiStatusSchema>;
