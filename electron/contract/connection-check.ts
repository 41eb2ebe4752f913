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
  'use-system-ssh',
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

/** The routes that a check can take. */
export const checkRouteSchema = z.enum(['tunnel', 'straight', 'proxy']);
export type CheckRoute = z.infer<typeof checkRouteSchema>;

/** State of one step. */
export const checkStepSchema = z
  .object({
    name: checkStepNameSchema,
    state: z.enum(['waiting', 'running', 'good', 'bad']),
    ms: z.number().nullable(),
    /** What a good step found, as a sentence. May be empty. */
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
    profileName: z.string(),
    mode: modeSchema,
    route: checkRouteSchema,
    isRunning: z.boolean(),
    steps: z.array(checkStepSchema).readonly(),
  })
  .readonly();
export type ConnectionCheck = z.infer<typeof connectionCheckSchema>;
