import type { ReactNode } from 'react';
import { matchAt } from '../../electron/markdown/block-source.ts';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';

/** A link's target. Only `open` links can be followed. */
type LinkTarget =
  | { readonly kind: 'open'; readonly address: string; readonly host: string }
  | { readonly kind: 'dead'; readonly address: string };

/** A definition's address is repeated by each link to it. */
const maxAddressLength = 8000;
const maxShownLength = 200;

/** Returns the beginning of a long address. */
export function shortenAddress(address: string): string {
  return address.length > maxShownLength ? `${address.slice(0, maxShownLength)}…` : address;
}

/** Checks a link of an answer. Only https and mailto can be opened, everything else is shown as text. */
export function linkTarget(href: string): LinkTarget {
  const url = href.length <= maxAddressLength && URL.canParse(href) ? new URL(href) : undefined;
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') return { kind: 'open', address: url.href, host: url.host };
  // drops the parameters, which could prefill the mail
  if (url?.protocol === 'mailto:') return { kind: 'open', address: `mailto:${url.pathname}`, host: url.pathname };
  return { kind: 'dead', address: href };
}

/** Whether a link's visible text names another host than its target. */
export function hasMisleadingText(text: string, target: LinkTarget): boolean {
  if (target.kind === 'dead') return false;
  const host = target.host.toLowerCase().replace(/:\d+$/, '');
  const isTarget = (named: string) =>
    named === host || named === `www.${host}` || host.endsWith(`.${named}`) || host.endsWith(`@${named}`) || host.startsWith(`${named}@`);
  return !namedHosts(text, host).every(isTarget);
}

const pathAfterHost = /(?::\d+)?[/?#][\p{L}\p{M}\p{N}_.~%!$&*+,;=:@/?#-]*/uy;
const mailAddress = /(?<![\p{L}\p{M}\p{N}._+-])[\p{L}\p{M}\p{N}._+-]+@[\p{L}\p{M}\p{N}.-]*[\p{L}\p{N}]/gu;

/** Returns everything in a text that looks like a host. A file name in the path of an address is none, nor the mail address `target`. */
function namedHosts(text: string, target: string): readonly string[] {
  // invisible characters and other forms of a letter or dot must not disguise a host
  const seen = text
    .replaceAll(/\p{Cf}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(mailAddress, (address) => (address === target ? ' ' : address));
  const hosts: string[] = [];
  let pathEnd = 0;
  for (const { 0: word, index } of seen.matchAll(/[\p{L}\p{M}\p{N}.-]+/gu)) {
    if (index < pathEnd) continue;
    const found = word.split(/\.(?:\.|$)/).filter((name) => /[^.]\.\p{L}[^.]+$/u.test(name));
    if (found.length === 0) continue;
    hosts.push(...found.map((name) => name.replace(/^\./, '')));
    const end = index + word.length;
    pathEnd = end + (matchAt(pathAfterHost, seen, end)?.[0].length ?? 0);
  }
  return hosts;
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
        {text !== href && <span className="markdown-address muted"> ({revealHiddenCharacters(shortenAddress(target.address))})</span>}
      </span>
    );
  }
  // The style sheet shows the address of a focused link, because the title needs a pointer.
  return (
    <a href={target.address} title={target.address} rel="noreferrer">
      {children}
      {hasMisleadingText(text, target) && <span className="markdown-address muted"> ({target.host})</span>}
    </a>
  );
}
