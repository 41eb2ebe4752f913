import { useState } from 'react';
import type { SshQuestion, SshReply } from '../../../electron/contract/ssh-question.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Asks what the instance asks, such as a one-time code; any number of prompts. */
export function KeyboardInteractiveQuestion({
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
      failure={isAgain ? refused(hop) : undefined}
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
          // eslint-disable-next-line react/no-array-index-key -- a server's prompts have no identity but their place
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

/** Of several rounds of questions the server does not say which answer was wrong. */
function refused(hop: string) {
  return {
    message: `${hop} did not accept what you answered.`,
    remedy: 'Type it again. A one-time code may have run out: take a fresh one.',
  };
}
