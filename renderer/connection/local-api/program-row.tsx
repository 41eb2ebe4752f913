import { ClipboardCopy, FileCog, Terminal } from 'lucide-react';
import { useState } from 'react';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import type { ClientProgramStatus, ProgramCheck } from '../../../electron/contract/local-api.ts';
import { useCopy } from '../../shared/copy-text.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { useAction } from '../use-action.ts';
import { localApiText } from './text.ts';

const { programs: text } = localApiText;

/** A program: what it would use, how to start it or set it up, and its check. */
export function ProgramRow({
  program,
  chosen,
  onSetUp,
  onUndone,
}: {
  readonly program: ClientProgramStatus;
  /** The model chosen for all programs. */
  readonly chosen: string | null;
  readonly onSetUp: () => void;
  readonly onUndone: () => void;
}) {
  const { bridge } = useSession();
  const { isBusy, failure, run, cancel } = useAction();
  const [checked, setChecked] = useState<ProgramCheck>();
  const { id, title, isInstalled, model, setUp } = program;
  const copy = useCopy();
  const isFile = setUp.kind === 'file';
  const command = isFile ? '' : isInstalled ? setUp.command : setUp.install;
  const what = isInstalled ? text.commandOf(title) : text.installCommandOf(title);
  const check = async () => {
    setChecked(undefined);
    if (model !== null) setChecked(await run((signal) => bridge.call('localApi.checkProgram', { id, model }, { signal })));
  };
  const undo = async () => {
    setChecked(undefined);
    const isUndone = await run(async (signal) => {
      const undone = await bridge.call('localApi.undoProgram', { id }, { signal });
      return undone.ok ? { ok: true, value: true } : undone;
    });
    if (isUndone === true) onUndone();
  };
  return (
    <li className="ui-editable-row row wrap">
      <div className="ui-editable-icon muted">{isFile ? <FileCog aria-hidden /> : <Terminal aria-hidden />}</div>
      <div className="ui-editable-content stack">
        <p className="medium">{title}</p>
        <p className="muted tiny">{describe(program, chosen)}</p>
        {!isFile && <code className="local-api-command tiny">{command}</code>}
        <output className="small">{checked !== undefined && describeCheck(checked)}</output>
        {failure !== undefined && <FailureMessage failure={describeFailure(failure)} />}
      </div>
      <div className="row wrap">
        {setUp.kind === 'command' ? (
          <Button size="sm" icon={<ClipboardCopy aria-hidden />} aria-label={text.copy(title)} onClick={() => void copy(command, what)}>
            {localApiText.copy}
          </Button>
        ) : (
          isInstalled && (
            <>
              {setUp.canUndo && (
                <Button size="sm" aria-label={text.undoOf(title)} isDisabled={isBusy} onClick={() => void undo()}>
                  {text.undo}
                </Button>
              )}
              <Button
                size="sm"
                aria-label={setUp.usedModel === null ? text.setUpOf(title) : text.changeOf(title)}
                isDisabled={isBusy || model === null}
                onClick={onSetUp}
              >
                {setUp.usedModel === null ? text.setUp : text.change}
              </Button>
            </>
          )
        )}
        {isInstalled && (
          <Button
            size="sm"
            aria-label={text.checkOf(title, isBusy)}
            isDisabled={model === null}
            onClick={() => (isBusy ? cancel() : void check())}
          >
            {isBusy ? text.cancelCheck : text.check}
          </Button>
        )}
      </div>
    </li>
  );
}

function describe({ isInstalled, model, unfit, setUp }: ClientProgramStatus, chosen: string | null): string {
  if (!isInstalled) return text.notInstalled;
  if (setUp.kind === 'file' && setUp.usedModel !== null) return text.usesModelIn(setUp.usedModel, setUp.file);
  if (unfit !== null && chosen !== null) return text.unfit(chosen, unfit);
  if (model === null) return text.noModel;
  return setUp.kind === 'file' ? text.wouldAdd(model, setUp.file) : text.usesModel(model);
}

function describeCheck({ model, calledTool, durationMs }: ProgramCheck): string {
  const seconds = (durationMs / 1000).toFixed(1);
  return calledTool ? text.works(model, seconds) : text.worksWithoutTool(model, seconds);
}
