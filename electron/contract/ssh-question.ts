import * as z from 'zod';

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
