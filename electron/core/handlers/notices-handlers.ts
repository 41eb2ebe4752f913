import { ok } from '../../contract/failure.ts';
import type { Handlers } from '../../contract/routes.ts';
import type { Notices } from '../notices/notices.ts';

/** What the user should know. */
export function noticesHandlers(notices: Notices): Handlers<'notices.read' | 'notices.dismiss', unknown> {
  return {
    'notices.read': () => ok(notices.read()),
    'notices.dismiss': ({ id }) => {
      notices.dismiss(id);
      return ok(undefined);
    },
  };
}
