import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { useQuery } from '../../state/query.ts';
import { useSession } from '../../state/session.ts';
import { FailureRetry } from '../../ui/failure-message.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { useAction } from '../use-action.ts';
import { localApiText } from './text.ts';

const { setUpDialog: text } = localApiText.programs;

/** Shows what would change in a program's file. The user approves it outside the page. */
export function SetUpDialog({
  id,
  title,
  model,
  onDone,
  onClose,
}: {
  readonly id: string;
  readonly title: string;
  readonly model: string;
  /** Called with the new key if the user has to enter it in the program. */
  readonly onDone: (key: string | null) => void;
  readonly onClose: () => void;
}) {
  const { bridge } = useSession();
  const change = useQuery(`change ${id} ${model}`, (signal) => bridge.call('localApi.describeProgramChange', { id, model }, { signal }));
  const { isBusy, failure, run } = useAction();
  const save = async () => {
    const result = await run((signal) => bridge.call('shell.setUpProgram', { id, model }, { signal }));
    if (result?.isDone === true) onDone(result.key);
    else if (result !== undefined) onClose();
  };
  return (
    <FormDialog
      title={text.title(title)}
      description={change.value === undefined ? undefined : text.hint(change.value.file, change.value.isNewFile)}
      size="lg"
      saveLabel={text.save}
      canSave={change.value !== undefined}
      isBusy={isBusy}
      failure={failure && describeFailure(failure)}
      onSave={() => void save()}
      onClose={onClose}
    >
      {change.failure !== undefined && <FailureRetry failure={describeFailure(change.failure)} onRetry={change.reload} />}
      {change.value === undefined ? (
        change.failure === undefined && <Spinner label={text.loading} />
      ) : (
        <ScrollRegion className="connection-code local-api-difference tiny" label={text.difference}>
          <pre>
            {change.value.difference.map((line, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- lines repeat, and never move
              <span key={index} data-added={line.isAdded}>{`${line.isAdded ? '+' : '-'} ${line.text}`}</span>
            ))}
          </pre>
        </ScrollRegion>
      )}
      {isBusy ? <Spinner label={text.waiting} /> : <p className="muted small">{text.approval}</p>}
    </FormDialog>
  );
}
