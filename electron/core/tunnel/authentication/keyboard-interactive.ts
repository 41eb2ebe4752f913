import type { Prompt } from 'ssh2';
import type { Identity } from '../types.ts';
import type { IdentityContext } from './key-file-identity.ts';
import { loginScope } from './secrets.ts';
import { maxAttempts, findPassword } from './password-identity.ts';
import { identityLabels } from '../text.ts';

/**
 * Creates identities that answer the server's keyboard-interactive prompts, up to three times. A server that prompts only for
 * the password gets the cached or saved one, because otherwise every reconnect would ask the user. One-time codes are never
 * cached.
 */
export function createKeyboardInteractiveIdentities(context: IdentityContext): readonly Identity[] {
  const { hop, ask, throwIfDismissed, cache } = context;
  const scope = loginScope(hop);
  let attempts = 0;
  let hasBeenAsked = true;

  const answer = async (
    title: string,
    instructions: string,
    prompts: readonly Prompt[],
    signal: AbortSignal,
  ): Promise<readonly string[]> => {
    hasBeenAsked = true;
    throwIfDismissed();
    const isPassword = asksForPassword(prompts);
    const password = isPassword && attempts === 1 ? await findPassword(context, signal) : undefined;
    if (password !== undefined) return [password];
    const promptFields = prompts.map(({ prompt, echo }) => ({ text: prompt, isSecret: echo !== true }));
    // Reaching another attempt means that the previous answers were rejected.
    const isAgain = attempts > 1;
    const reply = await ask({ kind: 'prompts', hop: hop.name, title, instructions, prompts: promptFields, isAgain }, signal);
    if (isAgain && isPassword && reply.kind !== 'not-asked') cache.passwords.delete(scope);
    if (reply.kind !== 'prompts') return [];
    const [first] = reply.answers;
    if (isPassword && attempts < maxAttempts && first !== undefined) cache.passwords.set(scope, first);
    return prompts.map((_, index) => reply.answers[index] ?? '');
  };

  const prepare = async (signal: AbortSignal): Promise<object | undefined> => {
    throwIfDismissed();
    // Like OpenSSH, gives up on a server that offers this method but sends no prompts.
    if (!hasBeenAsked) return undefined;
    attempts += 1;
    hasBeenAsked = false;
    return {
      type: 'keyboard-interactive',
      username: hop.login,
      prompt: (
        title: string,
        instructions: string,
        _language: string,
        prompts: readonly Prompt[],
        finish: (answers: readonly string[]) => void,
      ): void => {
        answer(title, instructions, prompts, signal)
          .catch((): readonly string[] => []) // dismissed or aborted
          .then((answers) => finish(answers))
          .catch(() => undefined); // the connection was closed, which its own events report
      },
    };
  };

  return Array.from({ length: maxAttempts }, (_, index) => ({
    label: identityLabels.questions(index + 1),
    method: 'keyboard-interactive' as const,
    prepare,
  }));
}

function asksForPassword(prompts: readonly Prompt[]): boolean {
  const [only, ...others] = prompts;
  return (
    only !== undefined &&
    others.length === 0 &&
    only.echo !== true &&
    /password/i.test(only.prompt) &&
    !/one.?time|otp|code|token|new|again|retype/i.test(only.prompt)
  );
}
