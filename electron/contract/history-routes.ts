import * as z from 'zod';
import { maxImageBytes } from './constants.ts';
import {
  branchTreeSchema,
  notebookStateSchema,
  conversationChangeSchema,
  conversationPageSchema,
  conversationSchema,
  folderNameSchema,
  folderSchema,
  listRequestSchema,
  modelSpeedSchema,
  messagePageSchema,
} from './history.ts';
import { searchPageSchema, searchRequestSchema } from './search.ts';
import { imageHashSchema, storedImageSchema } from './image.ts';
import { id, ids, nothing, object } from './route-schemas.ts';
import { tokenPageSchema, tokenRequestSchema } from './tokens.ts';

const folders = z.array(folderSchema).readonly();

/** As Base64, twice as much as is stored, so that a sentence says that an image is too large. */
const maxImageData = 2 * maxImageBytes;

/** The routes of saved conversations. */
export const historyRoutes = {
  'history.list': { input: listRequestSchema, output: conversationPageSchema },
  'history.folders': { input: nothing, output: folders },
  /** Creates a folder, or renames the one it `replaces`. */
  'history.putFolder': { input: object({ name: folderNameSchema, replaces: z.string().nullable() }), output: folders },
  /** Removes a folder. Its conversations stay; their ids are returned for undo. */
  'history.removeFolder': { input: object({ name: z.string() }), output: object({ folders, ids }) },
  /** Null removes them from their folder. */
  'history.move': { input: object({ ids, folder: folderNameSchema.nullable() }), output: nothing },
  /** The models that have answered, by name. */
  'history.models': { input: nothing, output: z.array(z.string()).readonly() },
  'history.search': { input: searchRequestSchema, output: searchPageSchema },
  /** The end of the active branch, or the page around a message, whose branch becomes active. */
  'history.open': { input: object({ id, at: id.nullable(), limit: z.number().int().min(1).max(500) }), output: messagePageSchema },
  'history.older': { input: object({ id, before: id, limit: z.number().int().min(1).max(500) }), output: messagePageSchema },
  'history.newer': { input: object({ id, after: id, limit: z.number().int().min(1).max(500) }), output: messagePageSchema },
  'history.tree': { input: object({ id }), output: branchTreeSchema },
  /** The text of a completion at a message. */
  'history.notebookState': { input: object({ messageId: id }), output: notebookStateSchema },
  'history.tokens': { input: tokenRequestSchema, output: tokenPageSchema },
  'history.change': { input: object({ id, change: conversationChangeSchema }), output: conversationSchema },
  'history.trash': { input: object({ ids }), output: nothing },
  'history.restore': { input: object({ ids }), output: nothing },
  'history.purge': { input: object({ ids }), output: nothing },
  'history.emptyTrash': { input: nothing, output: nothing },
  /** Deletes a message and all that follow. `history.restoreMessage` undoes it. */
  'history.deleteMessage': { input: object({ messageId: id }), output: nothing },
  'history.restoreMessage': { input: object({ messageId: id }), output: nothing },
  /** Saves an image without its metadata. One that no message and no draft uses is deleted at the next start. */
  'history.saveImage': { input: object({ data: z.string().max(maxImageData) }), output: storedImageSchema },
  'history.readImage': { input: object({ hash: imageHashSchema }), output: object({ dataUrl: z.string() }) },
  /** What the images of all conversations take. */
  'history.imageSpace': { input: nothing, output: object({ images: z.number().int(), bytes: z.number().int() }) },
  'history.speeds': { input: nothing, output: z.array(modelSpeedSchema).readonly() },
} as const satisfies Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>;
