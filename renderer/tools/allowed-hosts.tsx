import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { ToolboxActions } from './toolbox-actions.ts';
import { toolsText } from './text.ts';

/** Local addresses that HTTP tools and servers may reach. */
export function AllowedHosts({ hosts, actions }: { readonly hosts: readonly string[]; readonly actions: ToolboxActions }) {
  const [host, setHost] = useState('');
  const trimmedHost = host.trim();
  const error = trimmedHost === '' || /^[^\s/?#@]+$/u.test(trimmedHost) ? undefined : toolsText.hosts.invalid;
  const allow = async () => {
    if (await actions.allowHost(trimmedHost, true)) setHost('');
  };
  return (
    <section aria-labelledby="hosts-heading">
      <header className="tools-head">
        <div>
          <h2 id="hosts-heading">{toolsText.hosts.title}</h2>
          <p>{toolsText.hosts.hint}</p>
        </div>
      </header>
      <Card>
        {hosts.length > 0 && (
          <ul className="tools-hosts" aria-label={toolsText.hosts.title}>
            {hosts.map((each) => (
              <li key={each}>
                <code>{each}</code>
                <IconButton
                  label={toolsText.hosts.remove(each)}
                  size="sm"
                  icon={<X aria-hidden />}
                  onClick={() => void actions.allowHost(each, false)}
                />
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
          <TextField
            label={toolsText.hosts.field}
            placeholder={toolsText.hosts.placeholder}
            value={host}
            onChange={setHost}
            error={error}
          />
          <Button type="submit" icon={<Plus aria-hidden />} isDisabled={trimmedHost === '' || error !== undefined}>
            {toolsText.hosts.allow}
          </Button>
        </form>
      </Card>
    </section>
  );
}
