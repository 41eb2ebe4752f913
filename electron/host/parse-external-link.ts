import { failed, ok, type Result } from '../contract/failure.ts';

/** An address that may be handed to the system: https without a login hidden in it, or someone to write to and nothing more. */
export function parseExternalLink(text: string): Result<string> {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  // a query could fill in the mail, or attach a file to it
  if (address?.protocol === 'mailto:' && /^mailto:[\w.+-]+@[\w.-]+$/.test(address.href)) return ok(address.href);
  if (!address || address.protocol !== 'https:' || address.username !== '' || address.password !== '') {
    return failed(
      'refused',
      'Only https:// links and plain mail addresses are opened.',
      'Copy the address and open it yourself if you trust it.',
    );
  }
  return ok(address.href);
}
