import { failed, ok, type Result } from '../contract/failure.ts';

/** An address that may be handed to the system's browser: https, and no login hidden in it. */
export function parseLink(text: string): Result<string> {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address || address.protocol !== 'https:' || address.username !== '' || address.password !== '') {
    return failed('refused', 'Only https:// links are opened.', 'Copy the address and open it yourself if you trust it.');
  }
  return ok(address.href);
}
