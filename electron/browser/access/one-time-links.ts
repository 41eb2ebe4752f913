import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/program-start.ts';

/** Who may use a link: anyone who has it, or only the same OS user. */
export type LinkHolder = 'anyone' | 'same-user';

/** Secrets of sign-in links. Each admits one browser. */
export interface OneTimeLinks {
  readonly create: (holder: LinkHolder) => string;
  /** Uses up a link. Returns who may use it, or undefined if it isn't valid. */
  readonly use: (secret: string) => LinkHolder | undefined;
}

/** Long enough to walk to another computer. */
const lifetimeMs = 60 * 60 * 1000;
const maxLinks = 20;

/** Creates a store that keeps the newest links in memory. */
export function createOneTimeLinks(clock: Clock): OneTimeLinks {
  const links = new Map<string, { readonly holder: LinkHolder; readonly until: number }>();
  return {
    create: (holder) => {
      const secret = randomBytes(24).toString('base64url');
      links.set(secret, { holder, until: clock.now() + lifetimeMs });
      const [oldest] = links.keys();
      if (links.size > maxLinks && oldest !== undefined) links.delete(oldest);
      return secret;
    },
    use: (secret) => {
      const link = links.get(secret);
      links.delete(secret);
      return link && link.until > clock.now() ? link.holder : undefined;
    },
  };
}
