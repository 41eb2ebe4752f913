import { memo, useId, useMemo } from 'react';
import type { Block } from './block-splitter.ts';
import { CodeBlock } from './code-block.tsx';
import { Footnotes } from './footnotes.tsx';
import { fewSections, Section } from './section.tsx';
import { MarkdownBlock } from './markdown-block.tsx';
import { noScope, type Scope } from './scope.ts';
import { useSplit } from './use-split.ts';
import { usePacedText, type TextStore } from './use-paced-text.ts';
import './reading.css';

/** A text in Markdown. It may grow: only its last block is worked on again. */
export function Reading({ text, isLive = false }: { readonly text: string; readonly isLive?: boolean | undefined }) {
  const { sections, recent, references } = useSplit(text, isLive);
  const idPrefix = useId();
  const scope = useMemo<Scope>(() => ({ references, idPrefix }), [references, idPrefix]);
  const isLong = sections.length > fewSections;
  return (
    <div className="reading" aria-busy={isLive || undefined}>
      {sections.map((blocks, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- groups only come behind one another
        <Section key={index} isLong={isLong}>
          <Blocks blocks={blocks} scope={scope} isLive={false} />
        </Section>
      ))}
      <Section key={sections.length} isLong={false}>
        <Blocks blocks={recent} scope={scope} isLive={isLive} />
      </Section>
      <Footnotes scope={scope} />
    </div>
  );
}

/** A text in Markdown that grows elsewhere; drawn as often as the window can bear. */
export function LiveReading({ store, isLive = true }: { readonly store: TextStore; readonly isLive?: boolean | undefined }) {
  return <Reading text={usePacedText(store)} isLive={isLive} />;
}

const Blocks = memo(function Blocks({
  blocks,
  scope,
  isLive,
}: {
  readonly blocks: readonly Block[];
  readonly scope: Scope;
  readonly isLive: boolean;
}) {
  return blocks.map((block, index) =>
    block.kind === 'code' ? (
      <CodeBlock key={block.id} info={block.info} pieces={block.pieces} isOpen={block.isOpen && isLive} />
    ) : (
      <MarkdownBlock
        key={block.id}
        source={block.source}
        scope={block.source.includes('[') ? scope : noScope}
        isOpen={isLive && index === blocks.length - 1}
      />
    ),
  );
});
