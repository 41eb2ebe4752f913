import { randomBytes } from 'node:crypto';
import type { TokenVerdict } from '../dialects/proxy.ts';

/** The API tokens of the proxy. */
export interface TokenStore {
  readonly create: () => string;
  readonly revoke: (token: string) => void;
  /** Whether API keys are allowed at all. */
  readonly allow: (isAllowed: boolean) => void;
  /** What an Authorization header is worth. */
  readonly judge: (authorization: string | undefined) => TokenVerdict | 'good';
}

/** A ring without tokens. */
export function createTokenStore(): TokenStore {
  const states = new Map<string, 'good' | 'revoked'>();
  let isAllowed = true;
  return {
    create: () => {
      const token = `sk-${randomBytes(16).toString('hex')}`;
      states.set(token, 'good');
      return token;
    },
    revoke: (token) => {
      if (states.has(token)) states.set(token, 'revoked');
    },
    allow: (next) => void (isAllowed = next),
    judge: (authorization) => {
      const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
      if (token === undefined) return 'missing';
      return isAllowed ? (states.get(token) ?? 'unknown') : 'switched-off';
    },
  };
}
