import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { allowedOriginPattern } from '../../../electron/contract/constants.ts';
import { AddRowField, EditableList, EditableRow } from '../../ui/editable-list.tsx';
import { localApiText } from './text.ts';

const text = localApiText.origins;

/** The origins of web pages, apps and extensions that may call the local API. Empty by default. */
export function OriginsList({
  origins,
  onChange,
}: {
  readonly origins: readonly string[];
  /** Changes the newest list, because `origins` may be older than a change that is still being saved. Returns whether it is saved. */
  readonly onChange: (change: (origins: readonly string[]) => readonly string[]) => Promise<boolean>;
}) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="local-api-list stack">
      <h3>{text.title}</h3>
      <p className="muted tiny">{text.hint}</p>
      <EditableList label={text.title} fallback={field}>
        {origins.map((origin) => (
          <EditableRow
            key={origin}
            actions={[
              {
                label: text.remove(origin),
                icon: <Trash2 aria-hidden />,
                onSelect: () => void onChange((newest) => newest.filter((other) => other !== origin)),
              },
            ]}
          >
            <code>{origin}</code>
          </EditableRow>
        ))}
      </EditableList>
      <AddRowField
        ref={field}
        label={text.origin}
        placeholder={text.placeholder}
        addLabel={text.allow}
        error={text.error}
        parse={parseOrigin}
        onAdd={(origin) => onChange((newest) => [...newest.filter((other) => other !== origin), origin])}
      />
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
