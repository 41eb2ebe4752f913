import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useRowFocus } from '../shared/use-row-focus.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { ToolboxActions } from './toolbox-actions.ts';
import { toolsText } from './text.ts';

/** Local addresses that HTTP tools and servers may reach. Asks before one is added. */
export function AllowedHosts({ hosts, actions }: { readonly hosts: readonly string[]; readonly actions: ToolboxActions }) {
  const [host, setHost] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const list = useRowFocus(field);
  const trimmedHost = host.trim();
  const error = trimmedHost === '' || /^[^\s/?#@]+$/u.test(trimmedHost) ? undefined : toolsText.hosts.invalid;
  const allow = async () => {
    // the user may have typed another one meanwhile
    if (await actions.allowHost(trimmedHost)) setHost((now) => (now === host ? '' : now));
  };
  return (
    <section aria-labelledby="hosts-heading">
      <header className="tools-head wrap">
        <div>
          <h2 id="hosts-heading">{toolsText.hosts.title}</h2>
          <p>{toolsText.hosts.hint}</p>
        </div>
      </header>
      <Card>
        {hosts.length > 0 && (
          <ul ref={list} className="tools-hosts wrap" aria-label={toolsText.hosts.title}>
            {hosts.map((each) => (
              <li key={each}>
                <code>{each}</code>
                <IconButton
                  label={toolsText.hosts.remove(each)}
                  size="sm"
                  icon={<X aria-hidden />}
                  onClick={() => void actions.removeHost(each)}
                />
              </li>
            ))}
          </ul>
        )}
        <form
          className="tools-host-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (trimmedHost !== '' && error === undefined) setIsAsking(true);
          }}
        >
          <TextField
            ref={field}
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
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={toolsText.hosts.dialog.title(trimmedHost)}
        description={toolsText.hosts.dialog.hint}
        confirmLabel={toolsText.hosts.dialog.confirm}
        onConfirm={() => void allow()}
      />
    </section>
  );
}
