import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { useEffect, useState } from 'react';
import type { EnginePath } from '../../../electron/contract/catalog.ts';
import type { Profile } from '../../../electron/contract/profile.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Checkbox } from '../../ui/toggle.tsx';
import { isEnginePath, trimEnginePath } from '../models/model-dialog.tsx';
import { setupText } from '../profiles/text.ts';
import { modelsText } from '../text.ts';
import { useAction } from '../use-action.ts';
import { focusFirst } from './focus-first.ts';

const text = setupText.enginePath;

/** Offers the engine paths that Causeway finds, and a field for one it doesn't, because a service doesn't list them. */
export function EnginePathsForm({ profile, isDirect }: { readonly profile: Profile; readonly isDirect: boolean }) {
  const { bridge } = useSession();
  const { isBusy, failure, run } = useAction();
  const [typed, setTyped] = useState('');
  const found = useEnginePaths(profile.id, isDirect);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const path = trimEnginePath(typed);
  const isValid = isEnginePath(path);
  const chosen = (found ?? []).flatMap(({ segment }) => (left.has(segment) ? [] : segment));
  const canAdd = path === '' ? chosen.length > 0 : isValid;

  const add = () =>
    run(async (signal) => {
      const { catalog, ...service } = profile.service;
      const isNew = (segment: string) => catalog.every((entry) => entry.segment !== segment);
      const added = [...new Set([...chosen, ...(path === '' ? [] : [path])])].filter(isNew);
      const entries = added.map((segment) => ({ segment, engine: 'unknown', models: [] }) as const);
      const change = { service: { ...service, catalog: [...catalog, ...entries] } };
      const changed = await bridge.call('profiles.change', { id: profile.id, change }, { signal });
      if (!changed.ok) return changed;
      setTyped((now) => (now === typed ? '' : now)); // the user may have typed the next one
      return bridge.call('connection.refresh', undefined, { signal });
    });
  return (
    <form
      ref={focusFirst}
      className="ui-form stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (canAdd && !isBusy) void add();
      }}
    >
      {found === undefined && <Spinner label={text.searching} />}
      {found !== undefined && found.length > 0 && (
        <fieldset className="setup-paths stack">
          <legend>{text.found(found.length)}</legend>
          {found.map(({ segment, models }) => (
            <Checkbox
              key={segment}
              label={segment}
              description={models.join(', ')}
              isOn={!left.has(segment)}
              onChange={(isOn) =>
                setLeft((now) => (isOn ? new Set([...now].filter((each) => each !== segment)) : new Set([...now, segment])))
              }
            />
          ))}
        </fieldset>
      )}
      <TextField
        label={found === undefined || found.length === 0 ? text.label : text.another}
        description={`${found?.length === 0 && isDirect ? `${text.notFound} ` : ''}${text.hint(profile.service.baseUrl)}`}
        spellCheck={false}
        value={typed}
        onChange={setTyped}
        error={path !== '' && !isValid ? modelsText.pathDialog.pathError : undefined}
      />
      {failure !== undefined && <FailureMessage failure={describeFailure(failure)} />}
      <div className="connection-actions row wrap">
        <Button variant="primary" type="submit" isDisabled={!canAdd || isBusy}>
          {text.add}
        </Button>
      </div>
    </form>
  );
}

/** Searches for engine paths once. Returns undefined meanwhile. A failed search finds none, because the user can still type them. */
function useEnginePaths(profileId: string, isDirect: boolean): readonly EnginePath[] | undefined {
  const { bridge } = useSession();
  const [found, setFound] = useState<readonly EnginePath[]>();
  useEffect(() => {
    if (!isDirect) return undefined;
    const left = new AbortController();
    const search = async () => {
      const paths = await bridge.call('catalog.findEnginePaths', { profileId }, { signal: left.signal });
      if (!left.signal.aborted) setFound(paths.ok ? paths.value : []);
    };
    void search();
    return () => left.abort();
  }, [bridge, profileId, isDirect]);
  return isDirect ? found : [];
}
