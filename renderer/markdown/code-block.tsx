import { memo, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { CodePiece } from './code-piece.tsx';
import { CopyButton } from './copy-button.tsx';
import { Diagram } from './diagram.tsx';
import { languageTitle } from './language-title.ts';
import { useHighlight } from './use-highlight.ts';
import './code-block.css';

/** Code between fences: plain while it grows, in colours once it is all there. */
export const CodeBlock = memo(function CodeBlock({
  info,
  pieces,
  isOpen,
}: {
  readonly info: string;
  readonly pieces: readonly string[];
  readonly isOpen: boolean;
}) {
  const language = /^[^\s{,]*/.exec(info)?.[0].toLowerCase() ?? '';
  const runs = useHighlight(pieces, language, isOpen);
  const [isDrawn, setDrawn] = useState(false);
  return (
    <div className="reading-code">
      <div className="reading-code-bar">
        <span className="reading-code-language">{languageTitle(language)}</span>
        {language === 'mermaid' && !isOpen && (
          <Button
            size="sm"
            variant="quiet"
            aria-pressed={isDrawn}
            onClick={() => {
              setDrawn(!isDrawn);
            }}
          >
            {isDrawn ? 'Hide diagram' : 'Draw diagram'}
          </Button>
        )}
        <CopyButton label="Copy" text={() => pieces.join('')} />
      </div>
      {isDrawn && <Diagram source={pieces.join('')} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard */}
      <pre className="reading-code-text" tabIndex={0}>
        <code>
          {pieces.map((piece, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- pieces only come behind one another
            <CodePiece key={index} text={piece} names={runs?.names} runs={runs?.pieces[index]} isLong={pieces.length > 1} />
          ))}
        </code>
      </pre>
    </div>
  );
});
