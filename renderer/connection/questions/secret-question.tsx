import { useState } from 'react';
import type { Question, Reply } from '../../../electron/contract/question.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import './questions.css';

/** Asks for a password or for a key's passphrase; what is typed is dropped with the answer. */
export function SecretQuestion({
  question,
  onAnswer,
}: {
  readonly question: Extract<Question, { kind: 'passphrase' | 'password' }>;
  readonly onAnswer: (reply: Reply) => void;
}) {
  const [secret, setSecret] = useState('');
  const [keep, setKeep] = useState(false);
  const words = secretWords(question);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onAnswer({ kind: 'given-up' });
      }}
      title={words.title}
      description={words.description}
    >
      <form
        className="question-form"
        onSubmit={(event) => {
          event.preventDefault();
          onAnswer({ kind: 'secret', secret, keep });
          setSecret('');
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
          description="Otherwise it is forgotten as soon as it was used."
          isOn={keep}
          onChange={setKeep}
        />
        <footer className="question-actions">
          <Button
            onClick={() => {
              onAnswer({ kind: 'given-up' });
            }}
          >
            Cancel
          </Button>
          <Button variant="primary" type="submit" isDisabled={secret === ''}>
            Go on
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

function secretWords(question: Extract<Question, { kind: 'passphrase' | 'password' }>) {
  return question.kind === 'password'
    ? {
        title: `Password for ${question.login} on ${question.hop}`,
        description: 'The instance asks for the password of your login there.',
        label: 'Password',
        again: 'That was not it. Too many wrong ones can lock the login.',
      }
    : {
        title: 'Passphrase of your key',
        description: `The key ${question.keyFile} is locked. It is needed to log in to ${question.hop}.`,
        label: 'Passphrase',
        again: 'That did not unlock the key.',
      };
}
