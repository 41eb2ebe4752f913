import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** The origins of web pages that may call the local address. Empty by default. */
export function OriginsList({
  origins,
  onChange,
}: {
  readonly origins: readonly string[];
  readonly onChange: (origins: readonly string[]) => void;
}) {
  const [typed, setTyped] = useState('');
  const origin = parseOrigin(typed);
  return (
    <div className="agent-keys">
      <h3 id="origins-heading">Web pages that may call</h3>
      <p className="agent-hint">Pages in a browser are refused unless their origin is listed here.</p>
      {origins.length > 0 && (
        <ul aria-labelledby="origins-heading">
          {origins.map((each) => (
            <li key={each}>
              <code>{each}</code>
              <IconButton
                label={`Remove ${each}`}
                size="sm"
                icon={<Trash2 aria-hidden />}
                onClick={() => {
                  onChange(origins.filter((other) => other !== each));
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        className="agent-port"
        onSubmit={(event) => {
          event.preventDefault();
          if (origin === undefined || origins.includes(origin)) return;
          onChange([...origins, origin]);
          setTyped('');
        }}
      >
        <TextField
          label="Origin"
          placeholder="http://localhost:8888"
          value={typed}
          onChange={setTyped}
          error={
            typed !== '' && origin === undefined
              ? 'An origin is a scheme, a host and perhaps a port, such as https://notebooks.example.org.'
              : undefined
          }
        />
        <Button type="submit" isDisabled={origin === undefined}>
          Allow
        </Button>
      </form>
    </div>
  );
}

/** Parses an origin and normalizes it. Returns undefined if the text is not an origin. */
export function parseOrigin(text: string): string | undefined {
  if (!URL.canParse(text.trim())) return undefined;
  const { protocol, origin, pathname, search, hash, username, password } = new URL(text.trim());
  const isWeb = protocol === 'http:' || protocol === 'https:';
  const isBare = pathname === '/' && search === '' && hash === '' && username === '' && password === '';
  return isWeb && isBare ? origin : undefined;
}
