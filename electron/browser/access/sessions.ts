import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock, StoredDocument } from '../../core/program-start.ts';
import type { BrowserRecord } from './browser-record.ts';

type SessionKind = BrowserRecord['sessions'][number]['kind'];

/** The browsers that have signed in, each by a secret of its own in a cookie. */
export interface Sessions {
  /** Signs one more in; gives its secret, of which only the hash is stored. */
  readonly open: (kind: SessionKind) => string;
  readonly isOpen: (kind: SessionKind, secret: string) => boolean;
}

const lifetimeMs = 30 * 24 * 3600 * 1000;
const maxSessions = 100;

export function createSessions(record: StoredDocument<BrowserRecord>, clock: Clock): Sessions {
  return {
    open: (kind) => {
      const secret = randomBytes(32).toString('base64url');
      const still = record.read().sessions.filter(({ until }) => until > clock.now());
      const opened = { kind, hash: hashOf(secret), until: clock.now() + lifetimeMs };
      void record.write({ ...record.read(), sessions: [...still.slice(1 - maxSessions), opened] });
      return secret;
    },
    isOpen: (kind, secret) => {
      const hash = Buffer.from(hashOf(secret), 'hex');
      return record
        .read()
        .sessions.some((each) => each.kind === kind && each.until > clock.now() && timingSafeEqual(Buffer.from(each.hash, 'hex'), hash));
    },
  };
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
