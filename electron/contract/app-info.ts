import * as z from 'zod';

/** What this program is and what it runs on. */
export const appInfoSchema = z
  .object({
    version: z.string(),
    /** What shows the window, or that nothing does. */
    shell: z.enum(['desktop', 'browser', 'headless']),
    platform: z.string(),
    electron: z.string(),
    /** False on the stand-in Electron that development machines use when the official one can't be had. */
    isOfficialRuntime: z.boolean(),
    /** Whether this build has a feed of updates. */
    canUpdate: z.boolean().exactOptional(),
    folders: z.object({ data: z.string(), logs: z.string() }).readonly(),
  })
  .readonly();
export type AppInfo = z.infer<typeof appInfoSchema>;
