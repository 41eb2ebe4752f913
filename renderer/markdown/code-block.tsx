import { memo, useState, createElement, Fragment, type ReactNode, useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Diagram } from './diagram.tsx';
import './code-block.css';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';
import { markdownText } from './text.ts';
// oxlint-disable-next-line import/default -- created by the bundler
import workerAddress from './highlight-worker.ts?worker&url';
import { type HighlightAnswer, type HighlightWorker, createHighlighter, canHighlight, type HighlightRuns } from './highlighter.ts';

interface ScriptAddressPolicy {
  readonly createScriptURL: (address: string) => string;
}

interface TrustedTypes {
  readonly createPolicy: (name: string, rules: ScriptAddressPolicy) => ScriptAddressPolicy;
}

/** The only Trusted Types policy the content security policy allows, and only once. */
const policyName = 'highlight-worker';

/** Returns a function that starts the highlighting worker. */
function createWorkerStart(): () => HighlightWorker {
  let policy: ScriptAddressPolicy | undefined;
  return () => {
    const address = new URL(workerAddress, import.meta.url).href;
    policy ??= createAddressPolicy(address);
    const worker = new Worker(policy.createScriptURL(address), { type: 'module', name: 'highlight' });
    return {
      post: (request) => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
        worker.postMessage(request);
      },
      listen: (onAnswer, onBroken) => {
        worker.addEventListener('message', ({ data }: MessageEvent<HighlightAnswer>) => onAnswer(data));
        worker.addEventListener('error', onBroken);
      },
      terminate: () => worker.terminate(),
    };
  };
}

/** Allows only the worker's own address. */
function createAddressPolicy(allowed: string): ScriptAddressPolicy {
  const rules: ScriptAddressPolicy = {
    createScriptURL: (address) => {
      if (address !== allowed) throw new TypeError('This script is not ours.');
      return address;
    },
  };
  // not in the compiler's library yet; its results are accepted as strings wherever a URL is
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy(policyName, rules) ?? rules;
}

/** Started by the first code block. */
const highlighter = createHighlighter(createWorkerStart());

/** Returns the highlighting of complete code once it is known. */
function useHighlight(pieces: readonly string[], language: string, isOpen: boolean): HighlightRuns | undefined {
  const [found, setFound] = useState<{ readonly pieces: readonly string[]; readonly runs: HighlightRuns | undefined }>();
  const code = isOpen || !canHighlight(language, pieces) ? undefined : pieces.join('');
  useEffect(() => {
    if (code === undefined) return undefined;
    let isCurrent = true;
    void highlighter.highlight(language, pieces).then((runs) => {
      if (isCurrent) setFound({ pieces, runs });
      return undefined;
    });
    return () => {
      isCurrent = false;
    };
    // `code` stands for `pieces`, which may be another array with the same text
    // oxlint-disable-next-line react/exhaustive-deps
  }, [language, code]);
  if (code === undefined) return undefined;
  return found !== undefined && found.pieces.join('') === code ? found.runs : highlighter.cached(language, pieces);
}

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
          <Button size="sm" variant="quiet" aria-pressed={isDrawn} onClick={() => setDrawn(!isDrawn)}>
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
