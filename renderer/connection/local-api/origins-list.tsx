import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { allowedOriginPattern } from '../../../electron/contract/constants.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { localApiText } from './text.ts';

const text = localApiText.origins;

/** The origins of web pages, apps and extensions that may call the local API. Empty by default. */
export function OriginsList({
  origins,
  onChange,
}: {
  readonly origins: readonly string[];
  /** Called with a change of the newest list, because `origins` may be older than a change that is still being saved. */
  readonly onChange: (change: (origins: readonly string[]) => readonly string[]) => void;
}) {
  const [typed, setTyped] = useState('');
  const origin = parseOrigin(typed);
  return (
    <div className="local-api-keys stack">
      <h3 id="origins-heading">{text.title}</h3>
      <p className="muted tiny">{text.hint}</p>
      {origins.length > 0 && (
        <ul aria-labelledby="origins-heading">
          {origins.map((each) => (
            <li key={each}>
              <code>{each}</code>
              <IconButton
                label={text.remove(each)}
                size="sm"
                icon={<Trash2 aria-hidden />}
                onClick={() => onChange((newest) => newest.filter((other) => other !== each))}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        className="local-api-port"
        onSubmit={(event) => {
          event.preventDefault();
          if (origin === undefined || origins.includes(origin)) return;
          onChange((newest) => [...newest.filter((other) => other !== origin), origin]);
          setTyped('');
        }}
      >
        <TextField
          label={text.origin}
          placeholder={text.placeholder}
          value={typed}
          onChange={setTyped}
          error={typed !== '' && origin === undefined ? text.error : undefined}
        />
        <Button type="submit" isDisabled={origin === undefined}>
          {text.allow}
        </Button>
      </form>
    </div>
  );
}

/** Parses an origin and normalizes it. Returns undefined if the text is not an origin that can be allowed. */
export function parseOrigin(typed: string): string | undefined {
  if (!URL.canParse(typed.trim())) return undefined;
  const { protocol, host, origin, pathname, search, hash, username, password } = new URL(typed.trim());
  const isBare = (pathname === '/' || pathname === '') && search === '' && hash === '' && username === '' && password === '';
  const exact = origin === 'null' ? `${protocol}//${host}` : origin; // of an app or an extension
  return isBare && allowedOriginPattern.test(exact) ? exact : undefined;
}
