/** What came of asking to be let in. */
export type SignInResult = 'signed-in' | 'refused' | 'unreachable';

/** Trades the secret of a link for a cookie. */
export async function signIn(secret: string, send: typeof fetch): Promise<SignInResult> {
  try {
    const { status } = await send('session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret }),
    });
    return resultOf(status);
  } catch {
    return 'unreachable';
  }
}

/** Asks whether this browser has a cookie already. */
export async function checkSession(send: typeof fetch): Promise<SignInResult> {
  try {
    const { status } = await send('session', { cache: 'no-store' });
    return resultOf(status);
  } catch {
    return 'unreachable';
  }
}

function resultOf(status: number): SignInResult {
  if (status === 204) return 'signed-in';
  // anything else is said by what stands between: the program behind it is gone
  return status >= 400 && status < 500 && status !== 404 ? 'refused' : 'unreachable';
}

/** The secret in a link, or the code alone, as it is pasted; undefined if it can be neither. */
export function secretOf(text: string): string | undefined {
  const trimmed = text.trim();
  const hash = trimmed.indexOf('#');
  const secret = hash === -1 ? trimmed : trimmed.slice(hash + 1);
  return /^[\w-]{16,128}$/u.test(secret) ? secret : undefined;
}
