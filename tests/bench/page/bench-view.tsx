import { memo, useEffect, useRef } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Virtualizer } from 'virtua';
import { prettyJson } from '../../../renderer/chat/pretty-json.ts';
import { StreamingLiteralText } from '../../../renderer/markdown/literal-text.tsx';
import { StreamingMarkdown, Markdown } from '../../../renderer/markdown/markdown.tsx';
import { useStore, type Store } from '../../../renderer/state/store.ts';
import './bench-view.css';
import type { Scene, BenchDriver } from './bench-driver.ts';
import type { NotebookDriver } from './notebook-driver.ts';
import { NotebookBenchView } from './notebook-view.tsx';

/** A conversation above a composer, rendered in one of both ways, or a notebook. */
export function BenchView({ driver, notebookDriver }: { readonly driver: BenchDriver; readonly notebookDriver: NotebookDriver }) {
  const scene = useStore(driver.scene);
  const notebook = useStore(notebookDriver.scene);
  return (
    <main className="bench">
      {notebook !== undefined ? (
        <NotebookBenchView scene={notebook} />
      ) : scene === undefined ? (
        <p>Nothing yet</p>
      ) : scene.variant === 'ours' ? (
        <Ours scene={scene} />
      ) : (
        <Naive scene={scene} />
      )}
      <textarea aria-label="Message" rows={3} onKeyDown={(event) => driver.typed(event.timeStamp)} />
    </main>
  );
}

/** As in the product: frozen blocks, a virtual list, following the end. */
function Ours({ scene }: { readonly scene: Scene }) {
  const area = useRef<HTMLDivElement>(null);
  useScrollToEnd(area);
  return (
    <div ref={area} className="bench-log">
      <Virtualizer scrollRef={area} bufferSize={600}>
        {scene.messages.map((text, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the messages never change their order
          <Markdown key={index} text={text} />
        ))}
        <OursLive key="live" scene={scene} />
      </Virtualizer>
    </div>
  );
}

function OursLive({ scene }: { readonly scene: Scene }) {
  const isLive = useStore(scene.isLive);
  return scene.what === 'arguments' ? (
    <StreamingLiteralText store={scene.text} isLive={isLive} format={prettyJson} />
  ) : (
    <StreamingMarkdown store={scene.text} isLive={isLive} />
  );
}

/** Parses and renders the whole growing message on each chunk. */
function Naive({ scene }: { readonly scene: Scene }) {
  const area = useRef<HTMLDivElement>(null);
  useScrollToEnd(area);
  return (
    <div ref={area} className="bench-log">
      <div className="markdown">
        {scene.messages.map((text, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the messages never change their order
          <NaiveMessage key={index} text={text} />
        ))}
        {scene.what === 'arguments' ? <NaiveArguments text={scene.text} /> : <NaiveLive text={scene.text} />}
      </div>
    </div>
  );
}

const plugins = [remarkGfm];

const NaiveMessage = memo(function NaiveMessage({ text }: { readonly text: string }) {
  return <ReactMarkdown remarkPlugins={plugins}>{text}</ReactMarkdown>;
});

function NaiveLive({ text }: { readonly text: Store<string> }) {
  return <ReactMarkdown remarkPlugins={plugins}>{useStore(text)}</ReactMarkdown>;
}

function NaiveArguments({ text }: { readonly text: Store<string> }) {
  return <pre className="markdown-literal">{prettyJson(useStore(text))}</pre>;
}

/** Scrolls to the end whenever the content grows. */
function useScrollToEnd(area: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = area.current;
    const content = element?.firstElementChild;
    if (!element || !content) return undefined;
    const observer = new ResizeObserver(() => {
      element.scrollTop = element.scrollHeight;
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, [area]);
}
