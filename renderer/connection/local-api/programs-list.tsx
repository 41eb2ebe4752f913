import { ClipboardCopy, Terminal } from 'lucide-react';
import type { ClientProgramStatus } from '../../../electron/contract/local-api.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { useEvent } from '../../bridge/bridge.ts';
import { useCopy } from '../../shared/copy-text.ts';
import { useQuery } from '../../state/query.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { FailureRetry } from '../../ui/failure-message.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { localApiText } from './text.ts';

const { programs: text } = localApiText;

/** The code assistants that a command in the terminal starts with the local API. */
export function ProgramsList() {
  const { bridge } = useSession();
  const { value: programs, failure, reload } = useQuery('programs', (signal) => bridge.call('localApi.programs', undefined, { signal }));
  useEvent(bridge.on, 'connection.changed', reload); // other models may be fit
  return (
    <div className="local-api-list stack">
      <h3>{text.title}</h3>
      <p className="muted tiny">{text.hint}</p>
      {failure !== undefined && <FailureRetry failure={describeFailure(failure)} onRetry={reload} />}
      {programs === undefined ? (
        failure === undefined && <Spinner label={text.loading} />
      ) : (
        <ul className="ui-card plain-list" aria-label={text.title}>
          {programs.map((program) => (
            <ProgramRow key={program.id} program={program} />
          ))}
        </ul>
      )}
    </div>
  );
}

function ProgramRow({ program: { id, title, isInstalled, install, model, unfit } }: { readonly program: ClientProgramStatus }) {
  const copy = useCopy();
  const command = isInstalled ? text.command(id) : install;
  return (
    <li className="ui-editable-row row wrap">
      <div className="ui-editable-icon muted">
        <Terminal aria-hidden />
      </div>
      <div className="ui-editable-content stack">
        <p className="medium">{title}</p>
        <p className="muted tiny">{model === null ? text.noModel : isInstalled ? text.usesModel(model) : text.notInstalled}</p>
        {unfit.length > 0 && <p className="muted tiny">{text.unfit(unfit)}</p>}
      </div>
      <div className="row">
        <code className="tiny">{command}</code>
        <Button
          size="sm"
          icon={<ClipboardCopy aria-hidden />}
          aria-label={text.copy(title)}
          onClick={() => void copy(command, isInstalled ? text.commandOf(title) : text.installCommandOf(title))}
        >
          {localApiText.copy}
        </Button>
      </div>
    </li>
  );
}
