import * as z from 'zod';
import { answerStateSchema, conversationSchema } from '../../../contract/history.ts';
import { modeSchema } from '../../../contract/profile.ts';
import { bodySchemas } from '../repository/message-body.ts';

/** The name and version that our own files begin with; README.md describes them. */
export const exportFormatName = 'causeway-conversations';
export const exportFormatVersion = 1;

const id = z.string().min(1).max(100);
const place = { id, parentId: id.nullable(), createdAt: z.number() };

/** A message in a file: as it is kept, without what follows from its place in the tree. */
export const exportedMessageSchema = z.discriminatedUnion('role', [
  z.object({ ...place, role: z.literal('user'), ...bodySchemas.user.unwrap().shape }).readonly(),
  z
    .object({
      ...place,
      role: z.literal('assistant'),
      model: z.string(),
      mode: modeSchema.nullable(),
      state: answerStateSchema,
      ...bodySchemas.assistant.unwrap().shape,
      /** The body that was sent, for "copy as code". */
      request: z.record(z.string(), z.unknown()).nullable().default(null),
    })
    .readonly(),
  z.object({ ...place, role: z.literal('tool'), ...bodySchemas.tool.unwrap().shape }).readonly(),
]);
export type ExportedMessage = z.infer<typeof exportedMessageSchema>;

/** A conversation in a file, whole: all branches, parents before their children. */
export const exportedConversationSchema = conversationSchema
  .unwrap()
  .extend({ leafId: id.nullable(), messages: z.array(exportedMessageSchema).readonly() })
  .readonly();
export type ExportedConversation = z.infer<typeof exportedConversationSchema>;
