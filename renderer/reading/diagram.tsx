import { useEffect, useRef, useState } from 'react';
import './diagram.css';

type State =
  | { readonly kind: 'drawing' }
  | { readonly kind: 'drawn'; readonly height: number }
  | { readonly kind: 'failed'; readonly line: number | null };

const tallest = 4000;

/** A Mermaid diagram, drawn in a frame without rights: its own page, its own policy, no network and no way back but two numbers. */
export function Diagram({ source }: { readonly source: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<State>({ kind: 'drawing' });
  useEffect(() => {
    const theme = getComputedStyle(document.documentElement).colorScheme;
    const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    const onMessage = ({ source: sender, data }: MessageEvent<unknown>) => {
      const target = frame.current?.contentWindow;
      // The frame has no origin to check; that it is this frame is what counts.
      if (target === null || target === undefined || sender !== target || typeof data !== 'object' || data === null) return;
      if ('isReady' in data) target.postMessage({ source, isDark }, '*');
      else if ('height' in data && typeof data.height === 'number' && data.height > 0)
        setState({ kind: 'drawn', height: Math.min(tallest, Math.ceil(data.height)) });
      else if ('failedLine' in data) setState({ kind: 'failed', line: typeof data.failedLine === 'number' ? data.failedLine : null });
    };
    addEventListener('message', onMessage);
    return () => {
      removeEventListener('message', onMessage);
    };
  }, [source]);
  return (
    <div className="reading-diagram" aria-busy={state.kind === 'drawing'}>
      {state.kind === 'drawing' && <p className="reading-diagram-words">Drawing…</p>}
      {state.kind === 'failed' ? (
        <p className="reading-diagram-words" role="alert">
          This diagram can’t be drawn: Mermaid does not understand {state.line === null ? 'it' : `line ${state.line}`}. Ask the model to
          correct it; its source is below.
        </p>
      ) : (
        <iframe
          ref={frame}
          title="Diagram"
          sandbox="allow-scripts"
          src="mermaid.html"
          referrerPolicy="no-referrer"
          style={{ blockSize: state.kind === 'drawn' ? state.height : 0 }}
        />
      )}
    </div>
  );
}
