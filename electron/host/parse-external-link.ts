import { ok, type Result } from '../contract/failure.ts';
import { fail } from '../contract/failures/fail.ts';

/** Accepts URLs that may be opened externally: https without credentials, or mailto with an address only. */
export function parseExternalLink(text: string): Result<string> {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  // a query could fill in the message or attach a file
  if (address?.protocol === 'mailto:' && /^mailto:[\w.+-]+@[\w.-]+$/.test(address.href)) return ok(address.href);
  if (!address || address.protocol !== 'https:' || address.username !== '' || address.password !== '') {
    return fail('link-refused');
  }
  return ok(address.href);
}
