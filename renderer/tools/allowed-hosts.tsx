import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { ToolboxActions } from './toolbox-actions.ts';

/** Local addresses that HTTP tools and servers may reach. */
export function AllowedHosts({ hosts, actions }: { readonly hosts: readonly string[]; readonly actions: ToolboxActions }) {
  const [host, setHost] = useState('');
  const trimmedHost = host.trim();
  const error = trimmedHost === '' || /^[^\s/?#@]+$/u.test(trimmedHost) ? undefined : 'Only a host, or host:port; no path.';
  const allow = async () => {
    if (await actions.allowHost(trimmedHost, true)) setHost('');
  };
  return (
    <section aria-labelledby="hosts-heading">
      <header className="tools-head">
        <div>
          <h2 id="hosts-heading">Allowed local addresses</h2>
          <p>HTTP tools, and servers at an address, reach nothing on this computer or its own network but what is listed here.</p>
        </div>
      </header>
      {hosts.length > 0 && (
        <ul className="tools-hosts" aria-label="Allowed local addresses">
          {hosts.map((each) => (
            <li key={each}>
              <code>{each}</code>
              <IconButton label={`Forbid ${each}`} size="sm" icon={<X aria-hidden />} onClick={() => void actions.allowHost(each, false)} />
            </li>
          ))}
        </ul>
      )}
      <form
        className="tools-host-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (trimmedHost !== '' && error === undefined) void allow();
        }}
      >
        <TextField label="Host or host:port" placeholder="localhost:8080" value={host} onChange={setHost} error={error} />
        <Button type="submit" icon={<Plus aria-hidden />} isDisabled={trimmedHost === '' || error !== undefined}>
          Allow…
        </Button>
      </form>
    </section>
  );
}
