import { failureSentences } from '../../electron/contract/failures/render-failure.ts';
import { ImageIcon } from 'lucide-react';
import { useContext, useState } from 'react';
import { SessionContext } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { isImageData, linkTarget, shortenAddress } from './link-view.tsx';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';
import { markdownText } from './text.ts';

type Loading =
  | { readonly state: 'unasked' }
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly dataUrl: string }
  | { readonly state: 'failed'; readonly sentence: string };

/** An embedded image, or a placeholder for a remote one that is fetched only on request. */
export function ImageView({ href, alt }: { readonly href: string; readonly alt: string }) {
  if (isImageData(href)) return <img className="markdown-image" src={href} alt={alt} />;
  const target = linkTarget(href);
  return target.kind === 'open' && target.address.startsWith('https:') ? (
    <RemoteImage address={target.address} alt={alt} />
  ) : (
    <span className="markdown-blocked-link">
      {revealHiddenCharacters(alt === '' ? markdownText.image.withoutDescription : alt)}
      <span className="markdown-address muted"> ({revealHiddenCharacters(shortenAddress(href))})</span>
    </span>
  );
}

function RemoteImage({ address, alt }: { readonly address: string; readonly alt: string }) {
  const session = useContext(SessionContext);
  const [loading, setLoading] = useState<Loading>({ state: 'unasked' });
  if (loading.state === 'loaded') return <img className="markdown-image" src={loading.dataUrl} alt={alt} />;

  const load = async () => {
    if (session === undefined) return;
    setLoading({ state: 'loading' });
    const result = await session.bridge.call('shell.fetchImage', { url: address });
    if (!result.ok) setLoading({ state: 'failed', sentence: failureSentences(result.failure, { surface: 'window' }) });
    else if (isImageData(result.value.dataUrl)) setLoading({ state: 'loaded', dataUrl: result.value.dataUrl });
    else setLoading({ state: 'failed', sentence: markdownText.image.notShown });
  };
  return (
    <span className="markdown-remote-image">
      <ImageIcon aria-hidden />
      <span className="markdown-remote-image-text">
        {revealHiddenCharacters(alt === '' ? markdownText.image.external : alt)}
        <span className="markdown-address muted">{address}</span>
        {loading.state === 'failed' ? (
          <span role="alert">{loading.sentence}</span>
        ) : (
          <span className="muted">{markdownText.image.hint}</span>
        )}
      </span>
      <Button size="sm" isDisabled={session === undefined || loading.state === 'loading'} onClick={() => void load()}>
        {loading.state === 'loading' ? markdownText.image.loading : markdownText.image.load}
      </Button>
    </span>
  );
}
