import { ok } from '../../contract/failure.ts';
import type { Handlers } from '../../contract/routes.ts';
import type { Drafts } from '../drafts/drafts.ts';

/** What was typed and not sent. */
export function draftsHandlers(drafts: Drafts): Handlers<'drafts.read' | 'drafts.keep', unknown> {
  return {
    'drafts.read': ({ key }) => ok({ text: drafts.read(key) }),
    'drafts.keep': ({ key, text }) => drafts.keep(key, text),
  };
}
