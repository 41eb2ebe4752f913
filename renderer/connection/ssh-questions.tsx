import { useState } from 'react';
import type { SshReply, SshQuestion } from '../../electron/contract/ssh-question.ts';
import { useSession } from '../state/session.ts';
import { useQuestions } from './connection-context.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DescriptionList } from '../ui/description-list.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Switch } from '../ui/switch.tsx';
import { TextField } from '../ui/text-field.tsx';
import './ssh-questions.css';

/** Shows the questions of the SSH sign-in over any screen, one at a time, oldest first. */
export function QuestionDialog() {
  const { bridge, attempt } = useSession();
  const [open] = useQuestions();
  if (open === undefined) return null;
  const { id, question } = open;
  const answer = (reply: SshReply): void => {
    void attempt(bridge.call('questions.answer', { id, reply }));
  };
  // The key gives each question its own form, so that no input carries over.
  switch (question.kind) {
    case 'host-key':
      return <HostKeyQuestion key={id} question={question} onAnswer={answer} />;
    case 'passphrase':
    case 'password':
      return <SecretQuestion key={id} question={question} onAnswer={answer} />;
    case 'prompts':
      return <KeyboardInteractiveQuestion key={id} question={question} onAnswer={answer} />;
  }
}

/** Asks whether an unknown host key belongs to the instance. */
function HostKeyQuestion({
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
        items={[
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

/** Asks for a password or a key's passphrase. Clears the input on submit. */
function SecretQuestion({
  question,
  onAnswer,
}: {
  readonly question: Extract<SshQuestion, { kind: 'passphrase' | 'password' }>;
  readonly onAnswer: (reply: SshReply) => void;
}) {
  const [secret, setSecret] = useState('');
  const [keep, setKeep] = useState(false);
  const text = secretTexts(question);
  return (
    <FormDialog
      title={text.title}
      description={text.description}
      saveLabel="Go on"
      canSave={secret !== ''}
      onSave={() => {
        onAnswer({ kind: 'secret', secret, keep });
        setSecret('');
      }}
      onClose={() => {
        onAnswer({ kind: 'given-up' });
      }}
    >
      <TextField
        label={text.label}
        type="password"
        autoComplete="off"
        value={secret}
        onChange={setSecret}
        error={question.isAgain ? text.again : undefined}
      />
      <Switch
        label="Keep it in the keychain"
        description="Otherwise it is kept until you quit, to reconnect with."
        isOn={keep}
        onChange={setKeep}
      />
    </FormDialog>
  );
}

function secretTexts(question: Extract<SshQuestion, { kind: 'passphrase' | 'password' }>) {
  return question.kind === 'password'
    ? {
        title: `Password for ${question.login} on ${question.hop}`,
        description: 'The instance asks for the password of your login there.',
        label: 'Password',
        again: 'The last one was not accepted. Too many wrong ones can lock the login.',
      }
    : {
        title: 'Passphrase of your key',
        description: `The key ${question.keyFile} is locked. It is needed to log in to ${question.hop}.`,
        label: 'Passphrase',
        again: 'The last one did not unlock the key.',
      };
}

/** Shows the instance's own prompts, such as a one-time code. */
function KeyboardInteractiveQuestion({
  question: { hop, title, instructions, prompts, isAgain },
  onAnswer,
}: {
  readonly question: Extract<SshQuestion, { kind: 'prompts' }>;
  readonly onAnswer: (reply: SshReply) => void;
}) {
  const [answers, setAnswers] = useState<readonly string[]>(() => prompts.map(() => ''));
  return (
    <FormDialog
      title={title === '' ? `${hop} asks` : title}
      description={instructions === '' ? 'The instance wants to know before it lets you in.' : instructions}
      saveLabel="Go on"
      failure={isAgain ? rejectedAnswer(hop) : undefined}
      onSave={() => {
        onAnswer({ kind: 'prompts', answers: [...answers] });
        setAnswers(prompts.map(() => ''));
      }}
      onClose={() => {
        onAnswer({ kind: 'given-up' });
      }}
    >
      {prompts.map(({ text, isSecret }, index) => (
        <TextField
          // eslint-disable-next-line react/no-array-index-key -- prompts are identified by their position only
          key={index}
          label={text.trim().replace(/:$/, '') || 'Answer'}
          type={isSecret ? 'password' : 'text'}
          autoComplete="off"
          value={answers[index] ?? ''}
          onChange={(value) => {
            setAnswers((before) => before.map((answer, at) => (at === index ? value : answer)));
          }}
        />
      ))}
    </FormDialog>
  );
}

/** The server doesn't say which answer was wrong. */
function rejectedAnswer(hop: string) {
  return {
    message: `${hop} did not accept what you answered.`,
    remedy: 'Type it again. A one-time code may have run out: take a fresh one.',
  };
}
