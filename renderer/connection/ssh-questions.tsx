import { useRef, useState } from 'react';
import type { SshReply, SshQuestion } from '../../electron/contract/connection.ts';
import { useStore } from '../state/store.ts';
import { useSession } from '../state/session.ts';
import { useConnectionStores } from './connection-context.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DescriptionList } from '../ui/description-list.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Switch } from '../ui/toggle.tsx';
import { TextField } from '../ui/text-field.tsx';
import { sshQuestionsText as text } from './text.ts';
import './connection-screen.css';

/** Shows the questions of the SSH sign-in over any screen, one at a time, oldest first. */
export function QuestionDialog() {
  const { bridge, attempt } = useSession();
  const open = useStore(useConnectionStores().questions).value?.[0];
  const answeredId = useRef<string>(undefined);
  if (open === undefined) return null;
  const { id, question } = open;
  const send = async (reply: SshReply) => {
    answeredId.current = id;
    const { ok } = await attempt(bridge.call('questions.answer', { id, reply }));
    if (!ok && answeredId.current === id) answeredId.current = undefined;
  };
  const answer = (reply: SshReply): void => {
    // An answered question stays visible for a moment, and a second press would be reported as a failure.
    if (answeredId.current !== id) void send(reply);
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
      onOpenChange={() => onAnswer({ kind: 'given-up' })}
      title={text.hostKey.title(hop)}
      description={text.hostKey.hint(address)}
      actions={
        <>
          <Button onClick={() => onAnswer({ kind: 'host-key', isTrusted: false })}>{text.hostKey.reject}</Button>
          <Button variant="primary" onClick={() => onAnswer({ kind: 'host-key', isTrusted: true })}>
            {text.hostKey.accept}
          </Button>
        </>
      }
    >
      <DescriptionList
        layout="stacked"
        items={[
          [text.hostKey.fingerprint, <code key="fingerprint">{fingerprint}</code>],
          [text.hostKey.keyType, keyType],
          [text.hostKey.command, <code key="command">{fingerprintCommand(keyType)}</code>],
        ]}
      />
      <pre className="question-randomart tiny" aria-label={text.hostKey.randomart}>
        {randomart}
      </pre>
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
  const words = secretText(question);
  return (
    <FormDialog
      title={words.title}
      description={words.hint}
      saveLabel={text.continue}
      canSave={secret !== ''}
      onSave={() => {
        onAnswer({ kind: 'secret', secret, keep });
        setSecret('');
      }}
      onClose={() => onAnswer({ kind: 'given-up' })}
    >
      <TextField
        label={words.label}
        type="password"
        autoComplete="off"
        value={secret}
        onChange={setSecret}
        error={question.isAgain ? words.wrong : undefined}
      />
      <Switch label={text.save.label} description={text.save.hint} isOn={keep} onChange={setKeep} />
    </FormDialog>
  );
}

function secretText(question: Extract<SshQuestion, { kind: 'passphrase' | 'password' }>) {
  return question.kind === 'password'
    ? { ...text.password, title: text.password.title(question.login, question.hop) }
    : { ...text.passphrase, hint: text.passphrase.hint(question.keyFile, question.hop) };
}

/** Shows the instance's own prompts, such as a one-time code. Quotes its words, so that it can't speak in Causeway's name. */
function KeyboardInteractiveQuestion({
  question: { hop, title, instructions, prompts, isAgain },
  onAnswer,
}: {
  readonly question: Extract<SshQuestion, { kind: 'prompts' }>;
  readonly onAnswer: (reply: SshReply) => void;
}) {
  const [answers, setAnswers] = useState<readonly string[]>(() => prompts.map(() => ''));
  const said = [title, instructions].flatMap((line) => line.trim() || []).join(' · ');
  return (
    <FormDialog
      title={text.prompts.title(hop)}
      description={said === '' ? text.prompts.hint : text.prompts.said(hop, said)}
      saveLabel={text.continue}
      failure={isAgain ? rejectedAnswer(hop) : undefined}
      onSave={() => {
        onAnswer({ kind: 'prompts', answers: [...answers] });
        setAnswers(prompts.map(() => ''));
      }}
      onClose={() => onAnswer({ kind: 'given-up' })}
    >
      {prompts.map(({ text: prompt, isSecret }, index) => (
        <TextField
          // eslint-disable-next-line react/no-array-index-key -- prompts are identified by their position only
          key={index}
          label={prompt.trim().replace(/:$/, '') || text.prompts.answer}
          type={isSecret ? 'password' : 'text'}
          autoComplete="off"
          value={answers[index] ?? ''}
          onChange={(value) => setAnswers((before) => before.map((answer, at) => (at === index ? value : answer)))}
        />
      ))}
    </FormDialog>
  );
}

/** The server doesn't say which answer was wrong. */
function rejectedAnswer(hop: string) {
  return {
    message: text.prompts.rejected(hop),
    remedy: text.prompts.rejectedRemedy,
  };
}

/** Returns the command that prints the fingerprint of a host key on the instance itself. */
export function fingerprintCommand(keyType: string): string {
  const algorithm = /rsa|ecdsa/.exec(keyType)?.[0] ?? 'ed25519';
  return `ssh-keygen -lf /etc/ssh/ssh_host_${algorithm}_key.pub`;
}
