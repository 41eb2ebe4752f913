import { useEffect, useRef, useState } from 'react';
import './code-block.css';
import { markdownText } from './text.ts';

type DiagramState =
  | { readonly kind: 'drawing' }
  | { readonly kind: 'drawn'; readonly height: number }
  | { readonly kind: 'failed'; readonly line: number | null };

const maxHeight = 4000;

/** A Mermaid diagram in a sandboxed frame: its own page and policy, no network, and only two numbers come back. */
export function Diagram({ source }: { readonly source: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<DiagramState>({ kind: 'drawing' });
  const isDark = useIsDark();
  useEffect(() => {
    const onMessage = ({ source: sender, data }: MessageEvent<unknown>) => {
      const target = frame.current?.contentWindow;
      // A sandboxed frame has no origin, so the sender window is compared.
      if (target === null || target === undefined || sender !== target || typeof data !== 'object' || data === null) return;
      if ('isReady' in data) target.postMessage({ source, isDark }, '*');
      else if ('height' in data && typeof data.height === 'number' && data.height > 0)
        setState({ kind: 'drawn', height: Math.min(maxHeight, Math.ceil(data.height)) });
      else if ('failedLine' in data) setState({ kind: 'failed', line: lineIn(source, data.failedLine) });
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [source, isDark]);
  return (
    <div className="markdown-diagram" aria-busy={state.kind === 'drawing'}>
      {state.kind === 'drawing' && <p className="markdown-diagram-status muted small">{markdownText.diagram.drawing}</p>}
      {state.kind === 'failed' ? (
        <p className="markdown-diagram-status muted small" role="alert">
          {markdownText.diagram.failed(state.line)}
        </p>
      ) : (
        <iframe
          // reloads to draw in the other colours
          key={String(isDark)}
          ref={frame}
          title={markdownText.diagram.label}
          sandbox="allow-scripts"
          src="mermaid.html"
          referrerPolicy="no-referrer"
          style={{ blockSize: state.kind === 'drawn' ? state.height : 0 }}
        />
      )}
    </div>
  );
}

/** Returns the line of an error. One at the end of the text is reported after its last line. */
function lineIn(source: string, failedLine: unknown): number | null {
  return typeof failedLine === 'number' ? Math.min(failedLine, source.trimEnd().split('\n').length) : null;
}

/** Whether the window is dark: the root element's theme, else the system's. */
function useIsDark(): boolean {
  const [isDark, setDark] = useState(isDarkNow);
  useEffect(() => {
    const update = () => setDark(isDarkNow());
    const system = matchMedia('(prefers-color-scheme: dark)');
    const themes = new MutationObserver(update);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    system.addEventListener('change', update);
    return () => {
      themes.disconnect();
      system.removeEventListener('change', update);
    };
  }, []);
  return isDark;
}

function isDarkNow(): boolean {
  const theme = getComputedStyle(document.documentElement).colorScheme;
  return theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
}
