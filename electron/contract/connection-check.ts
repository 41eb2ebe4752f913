import * as z from 'zod';
import { failureSchema } from './failure-schema.ts';
import { modeSchema } from './profile.ts';

/** Actions that Causeway offers as a button next to a finding. */
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

/** Steps of the connection check, over all routes. */
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

/** State of one step. */
export const checkStepSchema = z
  .object({
    name: checkStepNameSchema,
    title: z.string(),
    state: z.enum(['waiting', 'running', 'good', 'bad']),
    ms: z.number().nullable(),
    /** The finding, as a sentence. */
    finding: z.string(),
    failure: failureSchema.nullable(),
    action: remedyActionSchema.nullable(),
  })
  .readonly();
export type CheckStep = z.infer<typeof checkStepSchema>;

/** A connection check of one mode. */
export const connectionCheckSchema = z
  .object({
    id: z.string(),
    mode: modeSchema,
    isRunning: z.boolean(),
    steps: z.array(checkStepSchema).readonly(),
    /** Summary, once the check is complete. */
    verdict: z.string(),
    /** The full report as text, without secrets. */
    text: z.string(),
  })
  .readonly();
export type ConnectionCheck = z.infer<typeof connectionCheckSchema>;
