import * as z from 'zod';
import { failureSchema } from './failure-schema.ts';
import { modeSchema } from './profile.ts';

/** What Causeway can do about a finding by itself, offered as a button. */
export const remedyActions = [
  'enter-token',
  'edit-service',
  'edit-instance',
  'choose-authorities',
  'open-web-chat',
  'reconnect',
  'start-tunnel',
  'confirm-new-instance',
  'use-proxy',
  'use-direct',
  'use-tunnel',
  'show-models',
  'run-again',
] as const;
export const remedyActionSchema = z.enum(remedyActions);
export type RemedyAction = z.infer<typeof remedyActionSchema>;

/** What is looked at, on one way or another. */
export const checkStepNameSchema = z.enum([
  'name',
  'reach',
  'instance',
  'ssh',
  'host-key',
  'identity',
  'forwarding',
  'tls',
  'tls-name',
  'models',
  'token',
  'completion',
]);
export type CheckStepName = z.infer<typeof checkStepNameSchema>;

/** One step as far as it went. */
export const checkStepSchema = z
  .object({
    name: checkStepNameSchema,
    title: z.string(),
    state: z.enum(['waiting', 'running', 'good', 'bad']),
    ms: z.number().nullable(),
    /** What was found, in a sentence. */
    finding: z.string(),
    failure: failureSchema.nullable(),
    action: remedyActionSchema.nullable(),
  })
  .readonly();
export type CheckStep = z.infer<typeof checkStepSchema>;

/** The whole look at one way. */
export const connectionCheckSchema = z
  .object({
    id: z.string(),
    mode: modeSchema,
    isRunning: z.boolean(),
    steps: z.array(checkStepSchema).readonly(),
    /** The one thing to say, once it is over. */
    verdict: z.string(),
    /** All of it for a colleague to read; no secrets. */
    text: z.string(),
  })
  .readonly();
export type ConnectionCheck = z.infer<typeof connectionCheckSchema>;
