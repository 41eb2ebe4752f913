import { memo, useId, useMemo } from 'react';
import type { Block } from './block-splitter.ts';
import { CodeBlock } from './code-block.tsx';
import { Footnotes } from './footnotes.tsx';
import { fewSections, LazySection } from './lazy-section.tsx';
import { MarkdownBlock } from './markdown-block.tsx';
import { emptyRenderScope, type RenderScope } from './render-scope.ts';
import { useBlocks } from './use-blocks.ts';
import { useThrottledText, type TextStore } from './use-throttled-text.ts';
import './markdown.css';

/** A text in Markdown. It may grow: only its last block is worked on again. */
export function Markdown({ text, isLive = false }: { readonly text: string; readonly isLive?: boolean | undefined }) {
  const { sections, recent, references } = useBlocks(text, isLive);
  const idPrefix = useId();
  const scope = useMemo<RenderScope>(() => ({ references, idPrefix }), [references, idPrefix]);
  const isLong = sections.length > fewSections;
  return (
    <div className="reading" aria-busy={isLive || undefined}>
      {sections.map((blocks, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- groups only come behind one another
        <LazySection key={index} isLong={isLong}>
          <Blocks blocks={blocks} scope={scope} isLive={false} />
        </LazySection>
      ))}
      <LazySection key={sections.length} isLong={false}>
        <Blocks blocks={recent} scope={scope} isLive={isLive} />
      </LazySection>
      <Footnotes scope={scope} />
    </div>
  );
}

/** A text in Markdown that grows elsewhere; drawn as often as the window can bear. */
export function StreamingMarkdown({ store, isLive = true }: { readonly store: TextStore; readonly isLive?: boolean | undefined }) {
  return <Markdown text={useThrottledText(store)} isLive={isLive} />;
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
