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
