import type { Failure } from '../../../contract/failure.ts';

/** The proxy takes nobody without a token. */
export const tokenMissing: Failure = {
  code: 'token-missing',
  message: 'The proxy asks for an API token, and this profile has none.',
  remedy: 'Make one in the web chat (user menu, Settings, Account, API keys), copy it, and enter it on the Connection screen.',
};
