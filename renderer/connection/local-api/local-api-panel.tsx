import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { ClipboardCopy } from 'lucide-react';
import { useState } from 'react';
import type {
  LocalApiStatus,
  LocalApiSettings,
  LocalApiSettingsChange,
  Snippet,
  TranslatedFrom,
} from '../../../electron/contract/local-api.ts';
import { useStore } from '../../state/store.ts';
import { useSession } from '../../state/session.ts';
import { FailureRetry, FailureMessage } from '../../ui/failure-message.tsx';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { Switch } from '../../ui/toggle.tsx';
import { useConnectionStores } from '../connection-context.ts';
import { useActionQueue } from '../use-action.ts';
import { KeysList, OriginsList } from './access-lists.tsx';
import { ProgramsList } from './programs-list.tsx';
import { RawForward, PortField } from './port-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { useCopy } from '../../shared/copy-text.ts';
import { modeTitles } from '../../shared/labels.ts';
import { localApiText } from './text.ts';
import './local-api.css';

const dialectText = localApiText.dialects;

/** The local API for other programs: its state, its access rules, and how to use it. */
export function LocalApiPanel({ isDemo }: { readonly isDemo: boolean }) {
  const { localApi } = useConnectionStores();
  const { value, failure } = useStore(localApi);
  if (failure !== undefined) return <FailureRetry failure={describeFailure(failure)} onRetry={() => void localApi.reload()} />;
  if (value === undefined) return <Spinner label={localApiText.loading} />;
  return <LocalApiSettingsView status={value} portName={isDemo ? 'demoPort' : 'port'} />;
}

const keyPolicies = (['where-needed', 'always', 'never'] as const satisfies readonly LocalApiSettings['keyOnDirect'][]).map((value) => ({
  value,
  label: localApiText.keyPolicy.options[value].label,
  detail: localApiText.keyPolicy.options[value].detail,
}));

function LocalApiSettingsView({ status, portName }: { readonly status: LocalApiStatus; readonly portName: PortName }) {
  const { bridge } = useSession();
  const { failure, run } = useActionQueue();
  const { settings } = status;
  const change = (settingsChange: LocalApiSettingsChange): void => {
    void run((signal) => bridge.call('localApi.change', settingsChange, { signal }));
  };
  const changeOrigins = async (changeList: (origins: readonly string[]) => readonly string[]) => {
    const changed = await run(async (signal) => {
      const newest = await bridge.call('localApi.read', undefined, { signal });
      if (!newest.ok) return newest;
      return bridge.call('localApi.change', { allowedOrigins: changeList(newest.value.settings.allowedOrigins) }, { signal });
    });
    return changed !== undefined;
  };
  return (
    <section aria-labelledby="local-api-heading" className="connection-panel local-api stack">
      <header>
        <h2 id="local-api-heading">{localApiText.title}</h2>
        <p className="muted small">{localApiText.hint}</p>
      </header>
      <LocalApiStateView state={status.state} portName={portName} onChange={change} />
      {failure !== undefined && <FailureMessage failure={describeFailure(failure)} />}
      <Switch
        label={localApiText.enable.label}
        description={localApiText.enable.hint}
        isOn={settings.isOn}
        onChange={(isOn) => change({ isOn })}
      />
      <KeysList status={status} />
      <SnippetsView snippets={status.snippets} />
      <ProgramsList />
      <div className="local-api-fields">
        <PortField
          label={portName === 'port' ? localApiText.port.label : localApiText.port.demoLabel}
          description={localApiText.port.hint}
          port={settings[portName]}
          onChange={(port) => change({ [portName]: port })}
        />
        <Select
          label={localApiText.keyPolicy.label}
          description={status.canTellUser ? localApiText.keyPolicy.hintIfIdentified : localApiText.keyPolicy.hintIfNotIdentified}
          options={keyPolicies}
          value={settings.keyOnDirect}
          onChange={(keyOnDirect) => change({ keyOnDirect })}
        />
      </div>
      <DialectFields status={status} onChange={change} />
      <OriginsList origins={settings.allowedOrigins} onChange={changeOrigins} />
      <RawForward
        failure={status.plainForwardFailure ?? undefined}
        port={settings.plainForwardPort}
        onChange={(plainForwardPort) => change({ plainForwardPort })}
      />
    </section>
  );
}

const dialects = ['responses', 'messages'] as const satisfies readonly TranslatedFrom[];

const dialectOptions = [
  { value: 'translated', label: dialectText.translated.label, detail: dialectText.translated.detail },
  { value: 'passed-on', label: dialectText.passedOn.label, detail: dialectText.passedOn.detail },
] as const;

/** Whether requests of other dialects are translated or passed on. */
function DialectFields({
  status: { settings, dialects: known },
  onChange,
}: {
  readonly status: LocalApiStatus;
  readonly onChange: (change: LocalApiSettingsChange) => void;
}) {
  const describe = (from: TranslatedFrom): string => {
    const native = known.filter((each) => each.from === from && each.isNative);
    const isPassedOn = settings.passedOn.includes(from) && native.length > 0;
    return isPassedOn ? dialectText.native(native.map(({ segment }) => segment ?? modeTitles.proxy)) : dialectText.hint[from];
  };
  return (
    <div className="local-api-fields">
      {dialects.map((from) => (
        <Select
          key={from}
          label={dialectText.titles[from]}
          description={describe(from)}
          options={dialectOptions}
          value={settings.passedOn.includes(from) ? 'passed-on' : 'translated'}
          onChange={(way) =>
            onChange({ passedOn: dialects.filter((each) => (each === from ? way === 'passed-on' : settings.passedOn.includes(each))) })
          }
        />
      ))}
    </div>
  );
}

/** Code snippets for using the local API. */
function SnippetsView({ snippets }: { readonly snippets: readonly Snippet[] }) {
  const [chosen, setChosen] = useState<string>();
  const copy = useCopy();
  const snippet = snippets.find(({ id }) => id === chosen) ?? snippets[0];
  if (snippet === undefined) return null;
  return (
    <div className="local-api-snippets stack">
      <h3>{localApiText.snippets.title}</h3>
      <div className="local-api-snippet-head row">
        <Select
          label={localApiText.snippets.program}
          isLabelHidden
          options={snippets.map(({ id, title }) => ({ value: id, label: title }))}
          value={snippet.id}
          onChange={setChosen}
        />
        <Button size="sm" icon={<ClipboardCopy aria-hidden />} onClick={() => void copy(snippet.text, snippet.title)}>
          {localApiText.copy}
        </Button>
      </div>
      <ScrollRegion className="connection-code tiny" label={snippet.title}>
        <pre>{snippet.text}</pre>
      </ScrollRegion>
    </div>
  );
}

/** The demo has its own port, so that no real script receives invented data. */
type PortName = keyof Pick<LocalApiSettings, 'port' | 'demoPort'>;

/** The address of the local API, or why there is none. */
function LocalApiStateView({
  state,
  portName,
  onChange,
}: {
  readonly state: LocalApiStatus['state'];
  readonly portName: PortName;
  readonly onChange: (change: LocalApiSettingsChange) => void;
}) {
  const copy = useCopy();
  switch (state.kind) {
    case 'off':
      return <p className="local-api-state row wrap">{localApiText.off}</p>;
    case 'starting':
      return <Spinner label={localApiText.starting} />;
    case 'listening': {
      const address = `http://127.0.0.1:${state.port}/v1`;
      return (
        <p className="local-api-state row wrap">
          <code className="local-api-address">{address}</code>
          <Button size="sm" icon={<ClipboardCopy aria-hidden />} onClick={() => void copy(address, localApiText.address)}>
            {localApiText.copy}
          </Button>
          {portName === 'demoPort' && <span className="muted tiny">{localApiText.demoHint}</span>}
        </p>
      );
    }
    case 'failed': {
      const { nextFreePort, failure } = state;
      return (
        <div className="local-api-problem stack">
          <FailureMessage failure={describeFailure(failure)} />
          {nextFreePort !== null && (
            <Button onClick={() => onChange({ [portName]: nextFreePort })}>{localApiText.switchToPort(nextFreePort)}</Button>
          )}
        </div>
      );
    }
  }
}
