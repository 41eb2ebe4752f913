import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/program-start.ts';

/** Who may use a link: whoever has it, or only who is known to be the same user of this computer. */
export type LinkHolder = 'anyone' | 'same-user';

/** Secrets of links; each lets one browser in. */
export interface OneTimeLinks {
  readonly create: (holder: LinkHolder) => string;
  /** Who may use it; undefined if it is none. From then on it is none. */
  readonly use: (secret: string) => LinkHolder | undefined;
}

/** Long enough to walk to another computer. */
const lifetimeMs = 60 * 60 * 1000;
const maxLinks = 20;

/** Remembers the newest links, in memory only. */
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
