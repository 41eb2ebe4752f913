import * as z from 'zod';

/** A message to the user that no request of theirs caused. It stays until dismissed. */
export const noticeSchema = z
  .object({
    id: z.string(),
    tone: z.enum(['info', 'warning', 'error']),
    message: z.string(),
    remedy: z.string(),
  })
  .readonly();
export type Notice = z.infer<typeof noticeSchema>;

/** The program and its runtime. */
export const appInfoSchema = z
  .object({
    version: z.string(),
    /** The shell that shows the window, or `headless`. */
    shell: z.enum(['desktop', 'browser', 'headless']),
    platform: z.string(),
    electron: z.string(),
    /** False for the unofficial Electron build that development machines may use. */
    isOfficialRuntime: z.boolean(),
    /** Whether this build has an update feed. */
    canUpdate: z.boolean().exactOptional(),
    folders: z.object({ data: z.string(), logs: z.string() }).readonly(),
  })
  .readonly();
export type AppInfo = z.infer<typeof appInfoSchema>;
