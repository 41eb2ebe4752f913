import * as z from 'zod';
import { conversationSettingsSchema } from './history.ts';

const id = z.string().min(1).max(100);
const name = z.string().trim().min(1).max(120);

/** Named settings of a conversation. */
export const presetSchema = z.object({ id, name, settings: conversationSettingsSchema }).readonly();
export type Preset = z.infer<typeof presetSchema>;

/** A prompt template. `{{name}}` is asked for when it is used. */
export const promptSchema = z.object({ id, name, text: z.string().min(1).max(200_000) }).readonly();
export type Prompt = z.infer<typeof promptSchema>;

/** The user's presets, prompts and favourite models. */
export const librarySchema = z
  .object({
    presets: z.array(presetSchema).readonly(),
    prompts: z.array(promptSchema).readonly(),
    favouriteModels: z.array(z.string()).readonly(),
  })
  .readonly();
export type Library = z.infer<typeof librarySchema>;
