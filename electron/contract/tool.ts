import * as z from 'zod';
import { toolSchema } from './conversation.ts';
import { failureSchema } from './failure-schema.ts';

const id = z.string().min(1).max(100);
const argv = z.array(z.string().max(4000)).min(1).max(64).readonly();

/** What runs when the model calls a tool. In `url`, `body` and `argv`, `{{name}}` stands for an argument of the call. */
export const toolBindingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ask') }).readonly(),
  z
    .object({
      kind: z.literal('http'),
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      url: z.string().max(4000),
      headers: z
        .array(z.object({ name: z.string().max(200), value: z.string().max(4000) }).readonly())
        .max(40)
        .readonly(),
      /** Null: with POST, PUT and PATCH the arguments as JSON. */
      body: z.string().max(200_000).nullable(),
    })
    .readonly(),
  z.object({ kind: z.literal('command'), argv }).readonly(),
  z.object({ kind: z.literal('mcp'), serverId: id, tool: z.string().min(1).max(200) }).readonly(),
]);
export type ToolBinding = z.infer<typeof toolBindingSchema>;

export const toolBindingKindSchema = z.enum(['ask', 'http', 'command', 'mcp', 'none']);

/** What the user enters. */
export const toolDraftSchema = toolSchema
  .unwrap()
  .extend({
    binding: toolBindingSchema,
    isEnabled: z.boolean(),
    /** Runs without asking; otherwise each call is shown first. */
    runsByItself: z.boolean(),
  })
  .readonly();
export type ToolDraft = z.infer<typeof toolDraftSchema>;

/** `needed`: a command that the user has not approved in the main process's own dialog, or that changed since. */
export const approvalSchema = z.enum(['not-needed', 'needed', 'given']);
export type Approval = z.infer<typeof approvalSchema>;

/** A tool as it is kept. */
export const savedToolSchema = toolDraftSchema.unwrap().extend({ id, approval: approvalSchema }).readonly();
export type SavedTool = z.infer<typeof savedToolSchema>;

/** A server that offers tools. */
export const toolServerDraftSchema = z
  .object({
    name: z.string().trim().min(1).max(80),
    transport: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('stdio'), argv }).readonly(),
      z.object({ kind: z.literal('http'), url: z.string().max(4000) }).readonly(),
    ]),
    isEnabled: z.boolean(),
  })
  .readonly();
export type ToolServerDraft = z.infer<typeof toolServerDraftSchema>;

export const toolServerSchema = toolServerDraftSchema
  .unwrap()
  .extend({
    id,
    approval: approvalSchema,
    state: z.enum(['off', 'connecting', 'connected', 'failed']),
    failure: failureSchema.nullable(),
    /** What it offers, once connected. */
    tools: z.array(toolSchema).readonly(),
  })
  .readonly();
export type ToolServer = z.infer<typeof toolServerSchema>;

/** Everything about tools that is kept. */
export const toolboxSchema = z
  .object({
    tools: z.array(savedToolSchema).readonly(),
    servers: z.array(toolServerSchema).readonly(),
    /** Addresses on this computer or its own network that HTTP tools may reach: `host` or `host:port`. */
    allowedHosts: z.array(z.string().max(300)).readonly(),
  })
  .readonly();
export type Toolbox = z.infer<typeof toolboxSchema>;
