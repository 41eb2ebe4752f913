import type { ReactNode } from 'react';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';

/** Where a link leads; only `open` ones can be followed. */
type LinkTarget =
  | { readonly kind: 'open'; readonly address: string; readonly host: string }
  | { readonly kind: 'dead'; readonly address: string };

/** Judges an address that came with an answer: https and mail may be opened, all else is shown and leads nowhere. */
export function linkTarget(href: string): LinkTarget {
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') return { kind: 'open', address: url.href, host: url.host };
  // only the address: the rest of such a link could fill in the mail
  if (url?.protocol === 'mailto:') return { kind: 'open', address: `mailto:${url.pathname}`, host: url.pathname };
  return { kind: 'dead', address: href };
}

/** Whether the words of a link name another place than the one it leads to. */
export function hasMisleadingText(text: string, target: LinkTarget): boolean {
  if (target.kind === 'dead') return false;
  const namedHost = /(?:^|[\s/@(])((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?=[/:\s)?#]|$)/u.exec(text)?.[1]?.toLowerCase();
  if (namedHost === undefined) return false;
  const host = target.host.toLowerCase();
  return host !== namedHost && !host.endsWith(`.${namedHost}`) && !host.endsWith(`@${namedHost}`) && `www.${host}` !== namedHost;
}

const imageData = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z\d+/=\s]+$/i;

/** Whether an address is a picture by itself: nothing is fetched, and nothing in it can run. */
export function isImageData(address: string): boolean {
  return imageData.test(address);
}

/** A link that says where it leads before it is followed; one that may not be followed is only told. */
export function LinkView({ href, words, children }: { readonly href: string; readonly words: string; readonly children: ReactNode }) {
  const target = linkTarget(href);
  if (target.kind === 'dead') {
    return (
      <span className="reading-dead-link">
        {children}
        {words !== href && <span className="reading-address"> ({revealHiddenCharacters(target.address)})</span>}
      </span>
    );
  }
  // The style sheet shows the address beside a link that is reached by keyboard, where no title is shown.
  return (
    <a href={target.address} title={target.address} rel="noreferrer">
      {children}
      {hasMisleadingText(words, target) && <span className="reading-address"> ({target.host})</span>}
    </a>
  );
}
