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
      /** If null, POST, PUT and PATCH send the arguments as JSON. */
      body: z.string().max(200_000).nullable(),
    })
    .readonly(),
  z.object({ kind: z.literal('command'), argv }).readonly(),
  z.object({ kind: z.literal('mcp'), serverId: id, tool: z.string().min(1).max(200) }).readonly(),
]);
export type ToolBinding = z.infer<typeof toolBindingSchema>;

export const toolBindingKindSchema = z.enum(['ask', 'http', 'command', 'mcp', 'none']);

/** A tool as entered by the user. */
export const toolDraftSchema = toolSchema
  .unwrap()
  .extend({
    binding: toolBindingSchema,
    isEnabled: z.boolean(),
    /** Whether calls run without asking. Otherwise each call is shown first. */
    runsByItself: z.boolean(),
  })
  .readonly();
export type ToolDraft = z.infer<typeof toolDraftSchema>;

/** `needed` is a command that the user has not approved in the main process's dialog, or that has changed since. */
export const approvalSchema = z.enum(['not-needed', 'needed', 'given']);
export type Approval = z.infer<typeof approvalSchema>;

/** A saved tool. */
export const savedToolSchema = toolDraftSchema.unwrap().extend({ id, approval: approvalSchema }).readonly();
export type SavedTool = z.infer<typeof savedToolSchema>;

/** A tool server as entered by the user. */
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
    /** The tools it offers, once connected. */
    tools: z.array(toolSchema).readonly(),
  })
  .readonly();
export type ToolServer = z.infer<typeof toolServerSchema>;

/** All saved tools and servers. */
export const toolboxSchema = z
  .object({
    tools: z.array(savedToolSchema).readonly(),
    servers: z.array(toolServerSchema).readonly(),
    /** Addresses on this computer or its network that HTTP tools may reach, as `host` or `host:port`. */
    allowedHosts: z.array(z.string().max(300)).readonly(),
  })
  .readonly();
export type Toolbox = z.infer<typeof toolboxSchema>;
