import type { Failure } from '../../../electron/contract/failure.ts';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Switch } from '../../ui/switch.tsx';
import { PortField } from './port-field.tsx';

const usualPort = 7443;

/** A port that carries raw connections to the inference server; off unless the user wants it. */
export function RawForward({
  port,
  failure,
  onChange,
}: {
  readonly port: number | null;
  readonly failure: Failure | undefined;
  readonly onChange: (port: number | null) => void;
}) {
  return (
    <div className="agent-forward">
      <h3>Plain forward</h3>
      <Switch
        label="Carry raw connections to the inference server"
        description="For set-ups with a hosts file, curl --resolve or --connect-to. TLS stays end to end."
        isOn={port !== null}
        onChange={(isOn) => {
          onChange(isOn ? usualPort : null);
        }}
      />
      {port !== null && <PortField label="Forward port" port={port} onChange={onChange} />}
      {failure !== undefined && <FailureMessage failure={failure} />}
    </div>
  );
}
