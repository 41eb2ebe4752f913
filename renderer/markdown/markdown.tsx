import { memo, useId, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Block, createBlockSplitter, type SplitText } from '../../electron/markdown/block-splitter.ts';
import { CodeBlock } from './code-block.tsx';
import { maxEagerSections, LazySection } from './lazy-section.tsx';
import { MarkdownBlock } from './markdown-block.tsx';
import { emptyRenderScope, type RenderScope } from './render-scope.ts';
import { useThrottledText, type TextStore } from './use-throttled-text.ts';
import './markdown.css';
import { footnoteIds, scrollToTarget } from './footnote-mark.tsx';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';
import { markdownText } from './text.ts';

/** A Markdown text. When it grows, only its last block is processed again. */
export function Markdown({ text, isLive = false }: { readonly text: string; readonly isLive?: boolean | undefined }) {
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
export function StreamingMarkdown({ store, isLive = true }: { readonly store: TextStore; readonly isLive?: boolean | undefined }) {
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
                flushSync(() => {
                  onReturn(label);
                });
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
