import { useSession } from '../../state/session.ts';
import type { SshReply } from '../../../electron/contract/ssh-question.ts';
import { useQuestions } from '../connection-context.ts';
import { HostKeyQuestion } from './host-key-question.tsx';
import { KeyboardInteractiveQuestion } from './keyboard-interactive-question.tsx';
import { SecretQuestion } from './secret-question.tsx';

/** What the tunnel asks, over whatever the user is doing; one question at a time, the oldest first. */
export function QuestionDialog() {
  const { bridge, attempt } = useSession();
  const [open] = useQuestions();
  if (open === undefined) return null;
  const { id, question } = open;
  const answer = (reply: SshReply): void => {
    void attempt(bridge.call('questions.answer', { id, reply }));
  };
  // the key makes a form of its own for each question, so that nothing typed for one is left for the next
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
