import { useState } from 'react';
import type { SshQuestion, SshReply } from '../../../electron/contract/ssh-question.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Asks for a password or for a key's passphrase; what is typed is dropped with the answer. */
export function SecretQuestion({
  question,
  onAnswer,
}: {
  readonly question: Extract<SshQuestion, { kind: 'passphrase' | 'password' }>;
  readonly onAnswer: (reply: SshReply) => void;
}) {
  const [secret, setSecret] = useState('');
  const [keep, setKeep] = useState(false);
  const words = secretWords(question);
  return (
    <FormDialog
      title={words.title}
      description={words.description}
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
        label={words.label}
        type="password"
        autoComplete="off"
        value={secret}
        onChange={setSecret}
        error={question.isAgain ? words.again : undefined}
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

function secretWords(question: Extract<SshQuestion, { kind: 'passphrase' | 'password' }>) {
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
