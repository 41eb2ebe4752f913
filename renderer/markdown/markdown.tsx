import { memo, useId, useMemo, useState, useEffect, useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { type Block, createBlockSplitter, type SplitText } from '../../electron/markdown/block-splitter.ts';
import { CodeBlock } from './code-block.tsx';
import { MarkdownBlock } from './markdown-block.tsx';
import { emptyRenderScope, type RenderScope, footnoteIds, scrollToTarget } from './inline-content.tsx';
import './markdown.css';
import type { Store } from '../state/store.ts';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';
import { markdownText } from './text.ts';
import { useThrottledText } from './throttled-text.ts';

/** A message with more sections unmounts those out of view. */
const maxEagerSections = 3;

/** Sections within this distance of the view stay mounted. */
const margin = '1000px 0px';

/**
 * A group of blocks. In a long message, a section far out of view is replaced by a gap of its height, so that only the
 * visible part costs memory.
 */
function LazySection({ isLazy, children }: { readonly isLazy: boolean; readonly children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const [gap, setGap] = useState<number>();
  const height = isLazy ? gap : undefined;
  useEffect(() => {
    const { current } = element;
    if (!isLazy || current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry === undefined) return;
        if (entry.isIntersecting) setGap(undefined);
        else if (!isInUse(current) && entry.boundingClientRect.height > 0) setGap(entry.boundingClientRect.height);
      },
      // relative to the scrolling area, unlike rootMargin
      { scrollMargin: margin },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [isLazy]);
  const isGap = height !== undefined;
  useEffect(() => {
    if (!isGap) return undefined;
    // A selection may begin and end in other sections. A copy of it must not lack this one, even if the copy comes right after
    // the selection, so the section is mounted before the event ends.
    const mountSelected = () => {
      if (element.current !== null && isInUse(element.current)) flushSync(() => setGap(undefined));
    };
    const events = ['selectionchange', 'copy'] as const;
    for (const event of events) document.addEventListener(event, mountSelected);
    return () => {
      for (const event of events) document.removeEventListener(event, mountSelected);
    };
  }, [isGap]);
  return (
    <div ref={element} className="markdown-section" style={isGap ? { blockSize: height } : undefined}>
      {!isGap && children}
    </div>
  );
}

/** Whether the section contains the focus, the caret or a part of the selection, which unmounting would lose. */
function isInUse(element: Element): boolean {
  return element.contains(document.activeElement) || getSelection()?.containsNode(element, true) === true;
}

/** A Markdown text. When it grows, only its last block is processed again. */
export function Markdown({ text, isLive = false }: { readonly text: string; readonly isLive?: boolean }) {
  const { sections, recent, references } = useBlocks(text, isLive);
  const idPrefix = useId();
  const scope = useMemo<RenderScope>(() => ({ references, idPrefix }), [references, idPrefix]);
  const isLong = sections.length > maxEagerSections;
  const [returnLabel, setReturnLabel] = useState<string>();
  return (
    <div className="markdown" aria-busy={isLive || undefined}>
      {/* one list, so that blocks keep their state, such as a drawn diagram, when they become a section */}
      {[...sections, recent].map((blocks, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- sections are only appended
        <LazySection key={index} isLazy={isLong && blocks !== recent && !refersTo(blocks, returnLabel)}>
          <Blocks blocks={blocks} scope={scope} isLive={isLive && blocks === recent} />
        </LazySection>
      ))}
      <Footnotes scope={scope} onReturn={setReturnLabel} />
    </div>
  );
}

/** A growing Markdown text, rendered as often as the window can afford. */
export function StreamingMarkdown({ store, isLive }: { readonly store: Store<string>; readonly isLive: boolean }) {
  return <Markdown text={useThrottledText(store, isLive)} isLive={isLive} />;
}

const Blocks = memo(function Blocks({
  blocks,
  scope,
  isLive,
}: {
  readonly blocks: readonly Block[];
  readonly scope: RenderScope;
  readonly isLive: boolean;
}) {
  return blocks.map((block, index) =>
    block.kind === 'code' ? (
      <CodeBlock key={block.id} info={block.info} pieces={block.pieces} isOpen={block.isOpen && isLive} />
    ) : (
      <MarkdownBlock
        key={block.id}
        source={block.source}
        scope={block.source.includes('[') ? scope : emptyRenderScope}
        isOpen={isLive && index === blocks.length - 1}
      />
    ),
  );
});

/** Whether blocks may refer to a footnote. */
function refersTo(blocks: readonly Block[], label: string | undefined): boolean {
  return label !== undefined && blocks.some((block) => block.kind === 'markdown' && block.source.includes(`[^${label}]`));
}

/** The footnotes at the end of a message. */
function Footnotes({ scope, onReturn }: { readonly scope: RenderScope; readonly onReturn: (label: string) => void }) {
  const { footnotes } = scope.references;
  if (footnotes.size === 0) return null;
  return (
    <section className="markdown-footnotes stack muted small" aria-label={markdownText.footnotes}>
      {[...footnotes].map(([label, text]) => {
        const { note, mark } = footnoteIds(scope, label);
        return (
          <div key={label} id={note} tabIndex={-1} className="markdown-footnote">
            <a
              href={`#${mark}`}
              aria-label={markdownText.backFromFootnote(label)}
              onClick={(event) => {
                // mounts the section of the reference
                flushSync(() => onReturn(label));
                scrollToTarget(event);
              }}
            >
              {revealHiddenCharacters(label)}
            </a>
            <div className="markdown-footnote-text">
              <MarkdownBlock source={text} scope={scope} isNested />
            </div>
          </div>
        );
      })}
    </section>
  );
}

/** Splits a text into blocks. The splitter is kept in state: the same text gives the same blocks, and another text starts over. */
function useBlocks(text: string, isLive: boolean): SplitText {
  const [splitter] = useState(createBlockSplitter);
  // a finished text has a complete last line, which matters for a definition in it
  return splitter.update(isLive ? text : `${text}\n`);
}
