import * as z from 'zod';
import { maxImages } from './constants.ts';

/** The types of images that are stored and sent. The window draws every other one as one of these. */
export const imageTypeSchema = z.enum(['image/png', 'image/jpeg', 'image/webp']);
export type ImageType = z.infer<typeof imageTypeSchema>;

/** SHA-256 of an image's content, in hexadecimal digits. */
export const imageHashSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** An image in the store, which has each content once. */
export const storedImageSchema = z
  .object({
    hash: imageHashSchema,
    type: imageTypeSchema,
    /** Size in pixels, as it is shown upright. */
    width: z.number().int().positive(),
    height: z.number().int().positive(),
    /** Size of the content. */
    bytes: z.number().int().positive(),
  })
  .readonly();
export type StoredImage = z.infer<typeof storedImageSchema>;

/** An image of a message. */
export const imageSchema = storedImageSchema
  .unwrap()
  .extend({
    /** Name of the file it came from. */
    name: z.string().min(1).max(300),
    /** What it shows, in the user's words. Empty until they write it. */
    alternative: z.string().max(2000),
  })
  .readonly();
export type Image = z.infer<typeof imageSchema>;

/** Images of one message. */
export const imagesSchema = z.array(imageSchema).max(maxImages).readonly();
