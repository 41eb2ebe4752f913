import { memo, useState, createElement, Fragment, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Diagram } from './diagram.tsx';
import { useHighlight } from './use-highlight.ts';
import './code-block.css';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';
import { markdownText } from './text.ts';

/** A fenced code block: plain while it grows, highlighted when complete. */
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
  const title = languageTitle(language);
  const runs = useHighlight(pieces, language, isOpen);
  const [isDrawn, setDrawn] = useState(false);
  return (
    <div className="markdown-code">
      <div className="markdown-code-bar row">
        {/* only the language as written is part of the message */}
        <span className="markdown-code-language muted tiny cut" data-unsearched={title.toLowerCase() === language ? undefined : ''}>
          {title}
        </span>
        {language === 'mermaid' && !isOpen && (
          <Button
            size="sm"
            variant="quiet"
            aria-pressed={isDrawn}
            onClick={() => {
              setDrawn(!isDrawn);
            }}
          >
            {isDrawn ? markdownText.diagram.hide : markdownText.diagram.draw}
          </Button>
        )}
        <CopyButton label={markdownText.copy} text={() => pieces.join('')} />
      </div>
      {isDrawn && <Diagram source={pieces.join('')} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be focusable */}
      <pre className="markdown-code-text small" tabIndex={0}>
        <code>
          {pieces.map((piece, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- pieces are only appended
            <CodePiece key={index} text={piece} names={runs?.names} runs={runs?.pieces[index]} isLong={pieces.length > 1} />
          ))}
        </code>
      </pre>
    </div>
  );
});

/** Some lines of code. Invisible lines of long code are not laid out. Their height is computed from their number. */
const CodePiece = memo(function CodePiece({
  text,
  names,
  runs,
  isLong,
}: {
  readonly text: string;
  readonly names: readonly string[] | undefined;
  readonly runs: Uint32Array | undefined;
  readonly isLong: boolean;
}) {
  const content = names === undefined || runs === undefined ? revealHiddenCharacters(text) : renderRuns(text, names, runs);
  if (!isLong) return content;
  const lines = Math.max(1, text.split('\n').length - (text.endsWith('\n') ? 1 : 0));
  return (
    <span className="markdown-code-piece" style={{ containIntrinsicBlockSize: `${lines}lh` }}>
      {content}
    </span>
  );
});

function renderRuns(text: string, names: readonly string[], runs: Uint32Array): ReactNode {
  const parts: ReactNode[] = [];
  let at = 0;
  for (let index = 0; index < runs.length; index += 2) {
    const end = at + (runs[index + 1] ?? 0);
    const name = names[runs[index] ?? 0];
    const part = revealHiddenCharacters(text.slice(at, end));
    parts.push(name === undefined || name === '' ? part : createElement('span', { className: name }, part));
    at = end;
  }
  // Runs keep their order, so their index is their key.
  return createElement(Fragment, null, ...parts);
}

const languageTitles: Readonly<Record<string, string>> = {
  bash: 'Bash',
  c: 'C',
  cpp: 'C++',
  'c++': 'C++',
  cs: 'C#',
  csharp: 'C#',
  css: 'CSS',
  csv: 'CSV',
  diff: 'Diff',
  dockerfile: 'Dockerfile',
  go: 'Go',
  graphql: 'GraphQL',
  html: 'HTML',
  ini: 'INI',
  java: 'Java',
  javascript: 'JavaScript',
  js: 'JavaScript',
  json: 'JSON',
  jsx: 'JavaScript, JSX',
  julia: 'Julia',
  kotlin: 'Kotlin',
  latex: 'LaTeX',
  lua: 'Lua',
  makefile: 'Makefile',
  markdown: 'Markdown',
  matlab: 'MATLAB',
  md: 'Markdown',
  mermaid: 'Mermaid',
  perl: 'Perl',
  php: 'PHP',
  py: 'Python',
  python: 'Python',
  r: 'R',
  ruby: 'Ruby',
  rust: 'Rust',
  sh: 'Shell',
  shell: 'Shell',
  sql: 'SQL',
  swift: 'Swift',
  tex: 'TeX',
  toml: 'TOML',
  ts: 'TypeScript',
  tsx: 'TypeScript, JSX',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
  yml: 'YAML',
};

const maxTitleLength = 30;

/** Returns the display name of a language, or the unknown language as given. */
function languageTitle(language: string): string {
  if (language === '') return markdownText.codeWithoutLanguage;
  return Object.hasOwn(languageTitles, language) ? (languageTitles[language] ?? language) : language.slice(0, maxTitleLength);
}
