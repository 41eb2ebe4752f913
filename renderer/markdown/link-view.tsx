import type { ReactNode } from 'react';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';

/** A link's target. Only `open` links can be followed. */
type LinkTarget =
  | { readonly kind: 'open'; readonly address: string; readonly host: string }
  | { readonly kind: 'dead'; readonly address: string };

/** Checks a link of an answer. Only https and mailto can be opened, everything else is shown as text. */
export function linkTarget(href: string): LinkTarget {
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') return { kind: 'open', address: url.href, host: url.host };
  // drops the parameters, which could prefill the mail
  if (url?.protocol === 'mailto:') return { kind: 'open', address: `mailto:${url.pathname}`, host: url.pathname };
  return { kind: 'dead', address: href };
}

/** Whether a link's text names another host than its target. */
export function hasMisleadingText(text: string, target: LinkTarget): boolean {
  if (target.kind === 'dead') return false;
  const namedHost = /(?:^|[\s/@(])((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?=[/:\s)?#]|$)/u.exec(text)?.[1]?.toLowerCase();
  if (namedHost === undefined) return false;
  const host = target.host.toLowerCase();
  return host !== namedHost && !host.endsWith(`.${namedHost}`) && !host.endsWith(`@${namedHost}`) && `www.${host}` !== namedHost;
}

const imageData = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z\d+/=\s]+$/i;

/** Whether an address is a data URL of a harmless image type. */
export function isImageData(address: string): boolean {
  return imageData.test(address);
}

/** A link that shows its target before it is followed. A link that may not be followed is shown as text. */
export function LinkView({ href, text, children }: { readonly href: string; readonly text: string; readonly children: ReactNode }) {
  const target = linkTarget(href);
  if (target.kind === 'dead') {
    return (
      <span className="markdown-blocked-link">
        {children}
        {text !== href && <span className="markdown-address"> ({revealHiddenCharacters(target.address)})</span>}
      </span>
    );
  }
  // The style sheet shows the address of a focused link, because the title needs a pointer.
  return (
    <a href={target.address} title={target.address} rel="noreferrer">
      {children}
      {hasMisleadingText(text, target) && <span className="markdown-address"> ({target.host})</span>}
    </a>
  );
}
