import { portableConversationSchema, type PortableConversation } from '../portable/portable-conversation.ts';

/** Reads a conversation of our own export. The ids of its tools mean nothing here, and none is to be switched on by a file. */
export function readOurs(value: unknown): PortableConversation | undefined {
  const { data } = portableConversationSchema.safeParse(value);
  return data && { ...data, settings: { ...data.settings, toolIds: [] } };
}
