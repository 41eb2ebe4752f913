import type { Authority } from '../../../electron/contract/profile.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { profilesText } from './text.ts';

const text = profilesText.authorities;

/** Shows what to compare before trusting certificate authorities, and what trusting them means. */
export function AuthorityList({ authorities }: { readonly authorities: readonly Authority[] }) {
  if (authorities.length === 0) return null;
  return (
    <>
      {authorities.map(({ subject, fingerprint, validTo }) => (
        <DescriptionList
          key={fingerprint}
          items={[
            [text.name, subject],
            [text.fingerprint, fingerprint],
            [text.validTo, validTo],
          ]}
        />
      ))}
      <p>{text.warning(authorities.length)}</p>
    </>
  );
}
