import type { ReactNode } from 'react';
import { isDisguised, linkTarget } from './link-target.ts';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';

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
      {isDisguised(words, target) && <span className="reading-address"> ({target.host})</span>}
    </a>
  );
}
