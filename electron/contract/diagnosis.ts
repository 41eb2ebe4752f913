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
export const stepNameSchema = z.enum([
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
export type StepName = z.infer<typeof stepNameSchema>;

/** One step as far as it went. */
export const diagnosisStepSchema = z
  .object({
    name: stepNameSchema,
    title: z.string(),
    state: z.enum(['waiting', 'running', 'good', 'bad']),
    ms: z.number().nullable(),
    /** What was found, in a sentence. */
    finding: z.string(),
    failure: failureSchema.nullable(),
    action: remedyActionSchema.nullable(),
  })
  .readonly();
export type DiagnosisStep = z.infer<typeof diagnosisStepSchema>;

/** The whole look at one way. */
export const diagnosisSchema = z
  .object({
    id: z.string(),
    mode: modeSchema,
    isRunning: z.boolean(),
    steps: z.array(diagnosisStepSchema).readonly(),
    /** The one thing to say, once it is over. */
    verdict: z.string(),
    /** All of it for a colleague to read; no secrets. */
    text: z.string(),
  })
  .readonly();
export type Diagnosis = z.infer<typeof diagnosisSchema>;
