import { useState } from 'react';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import type { ClientProgramStatus } from '../../../electron/contract/local-api.ts';
import { useEvent } from '../../bridge/bridge.ts';
import { useQuery } from '../../state/query.ts';
import { useSession } from '../../state/session.ts';
import { FailureRetry } from '../../ui/failure-message.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { Select } from '../../ui/select.tsx';
import { createOneTimeKey, NewKeyDialog, type OneTimeKey } from './access-lists.tsx';
import { ProgramRow } from './program-row.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';
import { localApiText } from './text.ts';

const { programs: text } = localApiText;

/** The programs that can use the local API: how to start them, or what to set in their files. */
export function ProgramsList() {
  const { bridge, toaster } = useSession();
  const [model, setModel] = useState<string | null>(null);
  const [toSetUp, setToSetUp] = useState<ClientProgramStatus>();
  const [newKey, setNewKey] = useState<{ readonly title: string; readonly key: OneTimeKey }>();
  const { value, failure, reload } = useQuery(`programs ${model ?? ''}`, (signal) =>
    bridge.call('localApi.programs', { model }, { signal }),
  );
  useEvent(bridge.on, 'connection.changed', reload); // other models may be fit
  const unfit = value?.models.filter(({ isFit }) => !isFit).map(({ id }) => id) ?? [];
  const fit = value?.models.filter(({ isFit }) => isFit) ?? [];
  return (
    <div className="local-api-list stack">
      <h3>{text.title}</h3>
      <p className="muted tiny">{text.hint}</p>
      {failure !== undefined && <FailureRetry failure={describeFailure(failure)} onRetry={reload} />}
      {value === undefined ? (
        failure === undefined && <Spinner label={text.loading} />
      ) : (
        <>
          <Select
            label={text.model}
            description={unfit.length > 0 ? text.unfitModels(unfit) : undefined}
            options={[{ value: '', label: text.bestModel }, ...fit.map(({ id }) => ({ value: id, label: id }))]}
            value={model ?? ''}
            onChange={(chosen) => setModel(chosen === '' ? null : chosen)}
          />
          <ul className="ui-card plain-list" aria-label={text.title}>
            {value.programs.map((program) => (
              <ProgramRow
                key={program.id}
                program={program}
                chosen={model}
                onSetUp={() => setToSetUp(program)}
                onUndone={() => {
                  toaster.show({ title: text.undone(program.title) });
                  reload();
                }}
              />
            ))}
          </ul>
        </>
      )}
      {toSetUp !== undefined && toSetUp.model !== null && (
        <SetUpDialog
          id={toSetUp.id}
          title={toSetUp.title}
          model={toSetUp.model}
          onClose={() => setToSetUp(undefined)}
          onDone={(key) => {
            setToSetUp(undefined);
            if (key !== null) setNewKey({ title: toSetUp.title, key: createOneTimeKey(key) });
            else toaster.show({ title: text.isSetUp(toSetUp.title) });
            reload();
          }}
        />
      )}
      {newKey !== undefined && (
        <NewKeyDialog snippets={[]} hint={text.enterKey(newKey.title)} oneTimeKey={newKey.key} onClose={() => setNewKey(undefined)} />
      )}
    </div>
  );
}
