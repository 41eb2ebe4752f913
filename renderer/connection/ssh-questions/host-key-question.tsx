import type { SshQuestion, SshReply } from '../../../electron/contract/ssh-question.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import './questions.css';

/** Asks whether a key nobody has seen before belongs to the instance. */
export function HostKeyQuestion({
  question: { hop, address, keyType, fingerprint, randomart },
  onAnswer,
}: {
  readonly question: Extract<SshQuestion, { kind: 'host-key' }>;
  readonly onAnswer: (reply: SshReply) => void;
}) {
  return (
    <Dialog
      isOpen
      onOpenChange={() => {
        onAnswer({ kind: 'given-up' });
      }}
      title={`Is this ${hop}?`}
      description={`${address} has not been met before. Compare its fingerprint with the one that the console of your cloud shows for this instance.`}
      actions={
        <>
          <Button
            onClick={() => {
              onAnswer({ kind: 'host-key', isTrusted: false });
            }}
          >
            It differs: don’t connect
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              onAnswer({ kind: 'host-key', isTrusted: true });
            }}
          >
            It is the same: connect
          </Button>
        </>
      }
    >
      <DescriptionList
        facts={[
          ['Fingerprint', <code key="fingerprint">{fingerprint}</code>],
          ['Key', keyType],
        ]}
      />
      <pre className="question-randomart" aria-label="The fingerprint as a picture">
        {randomart}
      </pre>
      <p className="question-hint">
        The instance itself shows it with <code>ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub</code>. Causeway keeps your answer and will
        refuse any other key.
      </p>
    </Dialog>
  );
}
