import type { Result } from '../contract/failure.ts';
import { fail } from '../contract/failures/fail.ts';
import type { Core } from '../core/create-core.ts';
import { activationPrompts } from './user-activation-rules.ts';
import { escapeHiddenCharacters } from './dialogs.ts';
import { hostText } from './text.ts';
import { notAllowed, type UserGesture } from './user-activation.ts';

export interface ImageFetcherOptions {
  readonly fetchImage: Core['fetchImage'];
  readonly gesture: () => UserGesture | undefined;
  /** Hosts the user has approved. Approval lasts until the program ends. */
  readonly approvedHosts: Set<string>;
  /** Whether each image needs a click of its own. If clicks can't be observed, approval of the host is enough. */
  readonly observesGestures: boolean;
}

const maxShownLength = 400;

/**
 * Fetches images of answers, each after a click and only from hosts the user has approved. The full URL is shown because it
 * can leak parts of the conversation to its author.
 */
export function createImageFetcher({ fetchImage, gesture, approvedHosts, observesGestures }: ImageFetcherOptions): Core['fetchImage'] {
  return async (url, signal): Promise<Result<{ readonly dataUrl: string }>> => {
    const address = URL.canParse(url) ? new URL(url) : undefined;
    if (address?.protocol !== 'https:' || address.username !== '' || address.password !== '') {
      return fail('image-not-https');
    }
    if (approvedHosts.has(address.host)) {
      const { 'shell.fetchImage': describe } = activationPrompts;
      const answer = observesGestures ? await gesture()?.use(describe({ url: address.href }), signal) : 'yes';
      return answer === 'yes' ? fetchImage(address.href, signal) : notAllowed(answer, fail('image-needs-click'));
    }
    const escaped = escapeHiddenCharacters(address.href);
    if (escaped.length > maxShownLength) return fail('image-address-too-long');
    const answer = await gesture()?.ask(
      {
        message: hostText.loadImages.message(address.host),
        detail: hostText.loadImages.detail(escaped),
        yes: hostText.loadImages.yes,
      },
      signal,
    );
    if (answer === 'no') return fail('image-declined');
    if (answer !== 'yes') return notAllowed(answer, fail('image-needs-click'));
    approvedHosts.add(address.host);
    return fetchImage(address.href, signal);
  };
}
